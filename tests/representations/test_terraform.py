"""What Terraform reads: by its documentation, and by Terraform itself where it is at hand."""

from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.representations import terraform, tfvars
from service.representations.facts import Facts
from service.representations.quoting import in_hcl
from tests.examples.tools import run, tool
from tests.representations.hostile import FACTS, NASTY
from tests.representations.machines import form, l4, made, small

MIXED: Final = '$%{}\\"a\nu~'
"""Characters that mean something in a text of HCL, and some that do not."""


def test_a_file_of_variables() -> None:
    assert (
        form("tfvars", made())
        == """\
accelerator_type    = "nvidia-l4"
accelerators        = ["nvidia-l4"]
accelerators_per_vm = 8
attach              = false
consumption         = "on_demand"
consumption_option  = "on_demand"
devices_per_vm      = 8
disk_families       = ["persistent_disk", "hyperdisk"]
machine_type        = "g2-standard-96"
machine_types       = ["g2-standard-96"]
nvlink_gb_per_s     = null
outcome             = "l4"
outcome_title       = "L4 (and no other)"
price_per_hour      = 16.00666
rule                = "training-gpu"
rule_digest         = "sha256:0f68"
rule_version        = "1.0.0"
selection_version   = "1.0.0"
vms                 = 2
"""
    )


def test_a_map_for_external_programs_is_of_texts_alone() -> None:
    flat = json.decode(form("terraform", made()), type=dict[str, str])
    assert list(flat) == sorted(flat)
    assert flat["vms"] == "2"
    assert flat["attach"] == "false"
    assert flat["price_per_hour"] == "16.00666"
    assert flat["nvlink_gb_per_s"] == ""
    assert flat["disk_families"] == '["persistent_disk","hyperdisk"]'


def test_a_state_is_one_of_terraform() -> None:
    state = json.decode(form("tfstate", made()))
    assert (state["version"], state["terraform_version"], state["serial"], state["resources"]) == (4, "1.0.0", 1, [])
    assert state["outputs"]["machine_type"] == {"value": "g2-standard-96", "type": "string"}
    assert state["outputs"]["vms"] == {"value": 2, "type": "number"}
    assert state["outputs"]["attach"] == {"value": False, "type": "bool"}
    assert state["outputs"]["machine_types"] == {"value": ["g2-standard-96"], "type": ["list", "string"]}
    assert "nvlink_gb_per_s" not in state["outputs"]  # unknown


def test_a_state_is_the_same_for_the_same_answer_and_another_for_another() -> None:
    state, other = (json.decode(form("tfstate", found)) for found in (l4(), small(gpus=4)))
    assert form("tfstate", l4()) == form("tfstate", l4())
    assert l4().decision.decision_id != l4().decision.decision_id
    assert state["lineage"] != other["lineage"]


@settings(max_examples=60)
@given(FACTS)
def test_json_for_terraform_holds_what_was_meant(facts: Facts) -> None:
    outputs = json.decode(terraform.state(facts))["outputs"]
    assert {name: one["value"] for name, one in outputs.items()} == {k: v for k, v in facts.items() if v is not None}
    flat = json.decode(terraform.flat(facts), type=dict[str, str])
    assert flat.keys() == facts.keys()
    assert all(flat[name] == value for name, value in facts.items() if isinstance(value, str))


@settings(max_examples=60)
@given(FACTS)
def test_variables_stay_on_their_lines(facts: Facts) -> None:
    lines = tfvars.variables(facts).split("\n")
    assert [line.partition(" ")[0] for line in lines] == [*sorted(facts), ""]
    assert all(line.isprintable() for line in lines)


@settings(max_examples=100)
@given(st.text(st.sampled_from(MIXED), max_size=12))
def test_no_text_is_a_template(text: str) -> None:
    written = in_hcl(text)
    assert "${" not in written.replace("$${", "")
    assert "%{" not in written.replace("%%{", "")


def test_terraform_reads_back_every_text(tmp_path: Path) -> None:
    """Pairs and triples of what means something, since HCL's own scanner knows `$${` and not `$$${`."""
    terraform = tool("terraform")
    texts = [*NASTY, *(f"{a}{b}{c}" for a in MIXED for b in MIXED for c in MIXED)]
    (tmp_path / "main.tf").write_text(
        'variable "texts" { type = list(string) }\noutput "texts" { value = var.texts }\n'
    )
    (tmp_path / "terraform.tfvars").write_text(f"texts = {in_hcl(texts)}\n")
    applied = run(terraform, "apply", "-auto-approve", "-no-color", cwd=tmp_path)
    assert applied.code == 0, applied.text
    found = json.decode(run(terraform, "output", "-json", "texts", cwd=tmp_path).out)
    assert found == [normalize("NFC", text) for text in texts]


def test_terraform_reads_its_variables_and_finds_them_well_formed(tmp_path: Path) -> None:
    terraform = tool("terraform")
    expected: dict[str, Any] = {"machine_type": "g2-standard-96", "vms": 2, "nvlink_gb_per_s": None}
    kinds = {"machine_type": "string", "vms": "number", "nvlink_gb_per_s": "number", "machine_types": "list(string)"}
    (tmp_path / "answer.auto.tfvars").write_text(form("tfvars", made()))
    declared = (
        f'variable "{name}" {{ type = {kind} }}\noutput "{name}" {{ value = var.{name} }}'
        for name, kind in kinds.items()
    )
    (tmp_path / "main.tf").write_text("\n".join(declared))
    assert run(terraform, "fmt", "-check", "answer.auto.tfvars", cwd=tmp_path).code == 0
    assert run(terraform, "apply", "-auto-approve", cwd=tmp_path).code == 0
    outputs = json.decode(run(terraform, "output", "-json", cwd=tmp_path).out)
    assert {name: outputs.get(name, {}).get("value") for name in expected} == expected
    assert outputs["machine_types"]["value"] == ["g2-standard-96"]


def test_terraform_reads_a_state(tmp_path: Path) -> None:
    terraform = tool("terraform")
    (tmp_path / "terraform.tfstate").write_text(form("tfstate", l4()))
    outputs = json.decode(run(terraform, "output", "-json", cwd=tmp_path).out)
    assert outputs["machine_type"]["value"] == "g2-standard-96"
    assert outputs["disk_families"]["value"] == ["persistent_disk", "hyperdisk"]
    assert outputs["price_per_hour"] == {"sensitive": False, "type": "number", "value": 16.00666}


@pytest.mark.parametrize("text", ["plain", 'say "no"', "50%", "$5", "a\tb"])
def test_usual_texts_stay_readable(text: str) -> None:
    assert in_hcl(text) == '"' + text.replace('"', '\\"').replace("\t", "\\t") + '"'
