"""Small documents to publish."""

from pathlib import Path

RULES = Path(__file__).parents[2] / "rules"

SMALL_JOB = """\
kind: tree
name: small-job
version: {version}
title: Does the job fit one GPU?
inputs:
  memory: {{type: number, minimum: 0, maximum: 10000, unit: GB, ask: How much memory does the job need?}}
start: fits
nodes:
  fits:
    title: Does it fit?
    branches:
      - {{when: memory <= {limit}, then: one}}
    otherwise: {{then: {otherwise}}}
outcomes:
  one: {{title: One GPU}}
  {otherwise}: {{title: Several GPUs}}
cases:
  - {{name: a small job, given: {{memory: 16}}, expect: {{outcome: one}}}}
  - {{name: a large job, given: {{memory: 80}}, expect: {{outcome: {otherwise}}}}}
"""

FRONT = """\
kind: tree
name: front
version: 1.0.0
title: Where does the job go?
inputs:
  memory: {type: number, minimum: 0, maximum: 10000, unit: GB, ask: How much memory does the job need?}
start: any
nodes:
  any:
    title: Is it worth a GPU?
    branches:
      - {when: memory > 2.0, then: {rule: small-job}}
    otherwise: {then: none}
outcomes:
  none: {title: Nowhere}
cases:
  - {name: a small job, given: {memory: 16}, expect: {outcome: one}}
  - {name: hardly a job, given: {memory: 1}, expect: {outcome: none}}
"""


def small_job(version: str = "1.0.0", *, limit: object = 24.0, otherwise: str = "several") -> bytes:
    """A tree of one question."""
    return SMALL_JOB.format(version=version, limit=limit, otherwise=otherwise).encode()


def shipped(name: str, version: str = "1.0.0") -> bytes:
    """A shipped document, under another number if one is named."""
    content = (RULES / name / "1.0.0.yaml").read_bytes()
    renumbered = content.replace(b"\nversion: 1.0.0\n", f"\nversion: {version}\n".encode())
    assert version == "1.0.0" or renumbered != content
    return renumbered
