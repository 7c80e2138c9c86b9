"""The schema for editors is that of the model, and judges rule files as `check` does, as far as a schema can."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from service.model.schema import rule_schema, rule_schema_text
from service.model.text import read
from tests.check.broken_files import PLACE, Broken, single_files
from tests.rules.shipped import RULES

FILES = sorted(RULES.glob("*/*.yaml"))
FORM = {"missing-key", "unknown-key", "wrong-type", "out-of-range", "bad-name"}
"""Faults of form; the others need `check`."""
UNSEEN = {"missing-key--advice-without-a-condition", "out-of-range--an-infinite-constant"}
"""Faults of form that a schema can't see: that one of two keys is needed, and that a number is finite."""


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(rule_schema())
    return Draft202012Validator(rule_schema())


def test_the_schema_in_the_repository_is_current() -> None:
    assert (RULES / "rule.schema.json").read_text(encoding="utf-8") == rule_schema_text()
    assert json.loads(rule_schema_text()) == rule_schema()


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{path.parent.name} {path.stem}") for path in FILES])
def test_every_shipped_rule_is_valid(path: Any, validator: Draft202012Validator) -> None:
    assert [error.message for error in validator.iter_errors(read(path.read_bytes()).value)] == []


@pytest.mark.parametrize("broken", [pytest.param(one, id=one.name) for one in single_files()])
def test_an_editor_sees_the_faults_of_form_and_no_others(broken: Broken, validator: Draft202012Validator) -> None:
    text = read(broken.files.documents[PLACE])
    codes = {one.code for one in broken.expected}
    if text.diagnostics or "limit" in codes or "unknown-choice" in codes:
        return
    assert validator.is_valid(text.value) != (bool(codes & FORM) and broken.name not in UNSEEN)
