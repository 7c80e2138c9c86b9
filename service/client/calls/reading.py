"""What is there: rules, their versions and what they say, changes, records."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from service.client.calls.call import LONG, Call, as_bytes, as_text, given, reads
from service.model.difference import RuleDifference
from service.model.pages import Page
from service.model.publication import Event
from service.model.recorded import RecordedDecision, RecordSummary
from service.model.standing import LiveVersion, PublishedRule, RuleSummary, VersionSummary

MOST = 100
"""Entries of a `page` at most. However many they are, a client goes on from page to page as long as it is asked to."""


class InputsSchema(Struct, frozen=True, kw_only=True):
    """The JSON Schema of the inputs of a rule, as far as most callers read it; each input by its name."""

    properties: Mapping[str, Mapping[str, Any]]
    required: list[str] = []


def rules(*, page: int = MOST) -> Call[Page[RuleSummary]]:
    """The rules: what they are for, their versions, and which one is live."""
    return Call(path=("rules",), query=given(limit=page), read=reads(Page[RuleSummary]), noun="list")


def rule(name: str, version: str | None = None) -> Call[PublishedRule]:
    """A rule with its document: the live version, or the one that is named."""
    return Call(path=_place(name, version), read=reads(PublishedRule), noun="rule")


def document(name: str, version: str | None = None) -> Call[bytes]:
    """The document as it was published, in YAML, byte by byte."""
    headers = {"accept": "application/yaml"}
    return Call(path=_place(name, version), headers=headers, read=as_bytes, noun="document")


def versions(name: str, *, page: int = MOST) -> Call[Page[VersionSummary]]:
    """The versions of a rule, the newest first: who published each, and how it went live last."""
    path = ("rules", name, "versions")
    return Call(path=path, query=given(limit=page), read=reads(Page[VersionSummary]), noun="list")


def schema(name: str, version: str | None = None) -> Call[InputsSchema]:
    """The JSON Schema of the inputs of a rule."""
    path = ("rules", name, "schema")
    return Call(path=path, query=given(version=version), read=reads(InputsSchema), noun="schema")


def diagram(
    name: str, inputs: Mapping[str, str] | None = None, *, version: str | None = None, decision: str | None = None
) -> Call[str]:
    """A rule as a Mermaid flowchart.

    On it is the way of a decision: of the one that `inputs`, as text, lead to, or of a recorded one by its identity.
    """
    query = {**given(version=version, decision=decision), **(inputs or {})}
    path = ("rules", name, "diagram")
    return Call(path=path, query=query, read=as_text, noun="diagram", scope="read" if decision else "")


def live(name: str) -> Call[LiveVersion]:
    """The version that answers where none is named; its `digest` is what a change of it expects to find."""
    return Call(path=("rules", name, "live"), read=reads(LiveVersion), noun="live version")


def diff(name: str, old: str | None, new: str) -> Call[RuleDifference]:
    """What changes from one version (nothing: the live one) to another."""
    query = given(**{"from": old}, to=new)
    path = ("rules", name, "diff")
    return Call(path=path, query=query, read=reads(RuleDifference), noun="difference", timeout=LONG)


def records(rule: str, *, page: int = MOST) -> Call[Page[RecordSummary]]:
    """The recorded decisions of a rule, the newest first."""
    query = given(rule=rule, limit=page)
    return Call(path=("records",), query=query, read=reads(Page[RecordSummary]), noun="list", scope="read")


def record(decision_id: str) -> Call[RecordedDecision]:
    """A decision as it was recorded."""
    return Call(path=("records", decision_id), read=reads(RecordedDecision), noun="record", scope="read")


def audit(rule: str | None = None, *, page: int = MOST, before: int | None = None) -> Call[Page[Event]]:
    """What was changed, by whom, when and why, the newest first: of one rule or all, `before` an event or from now."""
    query = given(limit=page, rule=rule, next=before)
    return Call(path=("audit",), query=query, read=reads(Page[Event]), noun="audit log", scope="read")


def _place(name: str, version: str | None) -> tuple[str, ...]:
    return ("rules", name, "versions", version) if version else ("rules", name)
