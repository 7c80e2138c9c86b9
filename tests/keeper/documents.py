"""Small rules: trees that answer `small` or `large`, and may go on with another one."""

from datetime import UTC, datetime
from pathlib import Path

from service.model.publication import Bundle, Published
from service.model.rule import digest

RULES = Path(__file__).parents[2] / "rules"
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def tree(name: str, version: str = "1.0.0", *, limit: int = 3, enters: str | None = None) -> bytes:
    """A tree: what is above the limit is large; the rule that it `enters` (`name`, or `name 1.0.0`) judges the rest."""
    rule, _, pinned = (enters or "").partition(" ")
    goes_on = f"{{rule: {rule}{f', version: {pinned}' if pinned else ''}}}"
    return f"""\
kind: tree
name: {name}
version: {version}
title: How much is it?
inputs: {{amount: {{type: integer, ask: How much is it?}}}}
start: top
nodes:
  top:
    title: The amount
    branches: [{{when: amount > {limit}, because: it is above {limit}, then: large}}]
    otherwise: {{because: it is not, then: {goes_on if enters else "small"}}}
outcomes:
  large: {{title: Large}}
{"" if enters else "  small: {title: Small}"}
cases:
  - {{name: far above, given: {{amount: {limit + 100}}}, expect: {{outcome: large}}}}
{"" if enters else f"  - {{name: at the limit, given: {{amount: {limit}}}, expect: {{outcome: small}}}}"}
""".encode()


def published(name: str, version: str, content: bytes) -> Published:
    """A version in a store."""
    return Published(name=name, version=version, digest=digest(content), content=content, author="ann", at=AT)


def bundle(*versions: Published, live: dict[str, str], sequence: int = 1) -> Bundle:
    """A bundle of versions."""
    return Bundle(sequence=sequence, versions=versions, live=live)
