"""Lists of the documents are complete: commands, forms, constraints, methods of the client, operations."""

import re
from typing import Final

import pytest

from service.cli.main import SECTIONS
from service.client import AsyncClient, Client
from service.http.openapi import document
from service.model.selection import SelectionDocument
from service.representations.forms import FORMS
from tests.docs.console import ROOT
from tests.http.served import parts

README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRACT: Final = (ROOT / "openapi" / "README.md").read_text(encoding="utf-8")
REVISION: Final = parts().live.snapshot
DOCUMENT: Final = document(REVISION)


def section(title: str) -> str:
    """What stands under a heading of the main page, down to the next of its rank."""
    marks, _, _ = title.partition(" ")
    found = README.partition(f"\n{title}\n")[2]
    return re.split(rf"\n#{{2,{len(marks)}}} ", found)[0]


def rows(text: str) -> set[str]:
    """Everything in backticks in the first column of the tables of a text."""
    return {name for row in re.findall(r"^\| (.*?) \|", text, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)}


@pytest.mark.parametrize("command", [str(one.name) for some in SECTIONS.values() for one in some])
def test_each_command_is_shown(command: str) -> None:
    assert f"gpu-rules {command}" in rows(section("## Commands"))


def test_each_form_has_its_row() -> None:
    listed = section("### The form that each tool takes")
    assert rows(listed) >= {"json", *FORMS}
    assert [one.name for one in FORMS.values() if f"`{one.own_media_type}`" not in listed] == []


def test_each_constraint_has_its_row() -> None:
    selection = REVISION.version("gcp-machines").document
    assert isinstance(selection, SelectionDocument)
    assert rows(section("## Machines for a decision")) >= selection.inputs.keys()


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_the_methods_of_the_client_are_those(client: type) -> None:
    listed = {name for name in rows(section("### Call it from Python")) if name.islower()}
    own = {name for name in dir(client) if not name.startswith("_")} - {"close", "aclose", "send", "each"}
    assert own == listed


def named(word: str) -> bool:
    """Whether the contract names the last word of a path."""
    return re.search(rf"[`/]{word}[`?]", CONTRACT) is not None


def test_each_operation_is_in_the_contract_for_people() -> None:
    """By its whole path, or by its last word below a path that is there."""
    general = (re.sub(r"^/v1/(decisions|recommendations)/[a-z-]+", r"/v1/\1/{rule}", one) for one in DOCUMENT["paths"])
    words = {path: [one for one in path.split("/") if not one.startswith("{")][-1] for path in general}
    assert [path for path, word in words.items() if path not in CONTRACT and not named(word)] == []


@pytest.mark.parametrize("rule", sorted(REVISION.rules))
def test_each_shipped_rule_has_its_row(rule: str) -> None:
    assert rule in rows(section("## The shipped rules"))
