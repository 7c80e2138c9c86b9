"""A running service as a desk, over its REST API."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from msgspec import structs

from service.cli.desk.answers import InputsSchema, ListedVersion, LiveVersion, PublishedVersion
from service.cli.desk.bundles import trial
from service.cli.desk.gathering import gather
from service.cli.desk.here import Here
from service.cli.desk.port import Candidate, KeptRule, KeptVersion, Live, Moved, Sent
from service.cli.desk.schemas import value_by_schema
from service.cli.ending import Failure
from service.cli.question import Question
from service.cli.rest import EXAMINATION_TIMEOUT, ListPage, Request, Service, as_json
from service.errors import VersionTakenError
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.nearest import Nearest
from service.model.publication import Draft, Event
from service.model.replay import Replay
from service.model.sensitivity import Sensitivity
from service.model.solution import Aim, Solution
from service.usecases.diff import Diff
from service.usecases.gate import Gate

YAML = {"content-type": "application/yaml"}
LISTED = "100"
"""Entries of a page of a list."""
NOT_THERE = {"rule-not-found", "version-not-found", "rule-not-live"}


class RemoteDesk:
    """Changes are made by the service; documents that it does not have are examined here, among its rules."""

    def __init__(self, service: Service, here: Here) -> None:
        """Ask nothing yet."""
        self._service = service
        self._here = here

    def rules(self) -> list[KeptRule]:
        """All rules that have a version."""
        return [*self._service.entries(Request(path=("rules",), query={"limit": LISTED}), KeptRule)]

    def versions(self, rule: str) -> list[KeptVersion]:
        """The versions of a rule, the newest first."""
        request = Request(path=("rules", rule, "versions"), query={"limit": LISTED})
        return [
            KeptVersion(
                version=one.version,
                digest=one.digest,
                live=one.live,
                author=one.author,
                published=one.published,
                activated=one.activated.at if one.activated else None,
            )
            for one in self._service.entries(request, ListedVersion)
        ]

    def document(self, rule: str, version: str) -> bytes:
        """The document of a version, as it was published."""
        path = ("rules", rule, "versions", version)
        return self._service.send(Request(path=path, headers={"accept": "application/yaml"})).content

    def check(self, drafts: Sequence[Draft], *, activate: bool) -> Examination:
        """Check documents as at publishing or activating, and change nothing."""
        for draft in drafts:
            there = self._fetch(draft.name, draft.version)
            if there and there.digest != draft.digest:
                raise VersionTakenError(draft.name, draft.version, there.digest, draft.digest)
        live = {rule.name: rule.live for rule in self.rules() if rule.live} if activate else {}
        kept = [Draft(*key, self.document(*key)) for key in live.items()]
        bundle = gather([*kept, *drafts], self._fetch, live)
        return self._here.run(Gate(self._here.examiner)(bundle, trial(drafts, activate=activate)))

    def publish(self, draft: Draft, why: str) -> Sent:
        """Publish a document."""
        request = Request(
            method="PUT",
            path=("rules", draft.name, "versions", draft.version),
            query={"reason": why} if why else {},
            content=draft.content,
            headers=YAML,
            timeout=EXAMINATION_TIMEOUT,
            scope="publish",
        )
        response = self._service.send(request)
        made = self._service.read(response, PublishedVersion, "publication")
        new = response.status_code == HTTPStatus.CREATED
        return Sent(name=draft.name, version=draft.version, digest=made.digest, new=new, warnings=made.warnings)

    def live(self, rule: str) -> Live | None:
        """What is live of a rule now."""
        try:
            response = self._service.send(Request(path=("rules", rule, "live")))
        except Failure as end:
            if end.problem.type == "rule-not-live":
                return None
            raise
        found = self._service.read(response, LiveVersion, "live version")
        return Live(found.version, found.digest)

    def move(self, rule: str, version: str | None, *, seen: Live | None, why: str) -> Moved:
        """Make a version live, or retire the rule (no version), if what was seen is still live."""
        expected = {"if-match": f'"{seen.digest}"'} if seen else {}
        before = seen.version if seen else None
        request = Request(path=("rules", rule, "live"), headers=expected, timeout=EXAMINATION_TIMEOUT, scope="activate")
        if version is None:
            query = {"reason": why} if why else {}
            self._service.send(structs.replace(request, method="DELETE", query=query))
            return Moved(rule=rule, before=before, after=None, warnings=[])
        content, headers = as_json({"version": version, "reason": why})
        request = structs.replace(request, method="PUT", content=content, headers={**headers, **expected})
        made = self._service.read(self._service.send(request), LiveVersion, "live version")
        return Moved(rule=rule, before=before, after=made.version, warnings=made.warnings)

    def compare(self, rule: str, old: str, new: Candidate) -> Difference:
        """What changes between a version and a candidate."""
        if isinstance(new, Draft):
            kept = Draft(rule, old, self.document(rule, old))
            if kept.version == new.version and kept.digest != new.digest:
                raise VersionTakenError(rule, old, kept.digest, new.digest)
            bundle = gather([kept, new], self._fetch, {})
            return self._here.run(Diff(self._here.examiner)(bundle, rule, old, new.version))
        query = {"from": old, "to": new}
        request = Request(path=("rules", rule, "diff"), query=query, timeout=EXAMINATION_TIMEOUT)
        return self._service.read(self._service.send(request), Difference, "difference")

    def replay(self, rule: str, candidate: Candidate, *, before: str | None, limit: int) -> Replay:
        """A page of recorded decisions, made again by a candidate."""
        request = Request(method="POST", path=("rules", rule, "replay"), timeout=EXAMINATION_TIMEOUT, scope="read")
        if isinstance(candidate, Draft):
            query = {"version": candidate.version, "limit": str(limit)} | ({"before": before} if before else {})
            request = structs.replace(request, query=query, content=candidate.content, headers=YAML)
        else:
            content, headers = as_json({"version": candidate, "limit": limit, "before": before})
            request = structs.replace(request, content=content, headers=headers)
        return self._service.read(self._service.send(request), Replay, "replay")

    def nearest(self, question: Question, wanted: str) -> Nearest:
        """The smallest change of the inputs that leads to an outcome."""
        request = self._asked(question, "counterfactual", {"wanted": wanted})
        return self._service.read(self._service.send(request), Nearest, "change of inputs")

    def solve(self, question: Question, aim: Aim) -> Solution:
        """The values of an input that bring an output to a target."""
        target = {"output": aim.output, "value": aim.value}
        request = self._asked(question, "solve", {"unknown": aim.unknown, "target": target})
        return self._service.read(self._service.send(request), Solution, "solution")

    def weigh(self, question: Question, output: str | None) -> Sensitivity:
        """What each number among the inputs does to an output, or to all."""
        request = self._asked(question, "sensitivity", {"output": output})
        return self._service.read(self._service.send(request), Sensitivity, "list of effects")

    def audit(self, rule: str | None, *, before: int | None, limit: int) -> list[Event]:
        """The newest events with a sequence below `before`."""
        query = {"limit": str(limit)} | ({"rule": rule} if rule else {}) | ({"next": str(before)} if before else {})
        response = self._service.send(Request(path=("audit",), query=query, scope="read"))
        return self._service.read(response, ListPage[Event], "audit log").items

    def _asked(self, question: Question, what: str, more: Mapping[str, Any]) -> Request:
        """A question to a rule, with its inputs read by their schema, and what else is asked."""
        version = {"version": question.version} if question.version else {}
        path = ("rules", question.rule, "schema")
        schema = self._service.read(self._service.send(Request(path=path, query=version)), InputsSchema, "schema")
        texts = {name: value_by_schema(schema.properties.get(name, {}), text) for name, text in question.texts.items()}
        content, headers = as_json({"inputs": {**(question.inputs or {}), **texts}, **more, **version})
        return Request(
            method="POST",
            path=("decisions", question.rule, what),
            content=content,
            headers=headers,
            timeout=EXAMINATION_TIMEOUT,
            scope="decide",
        )

    def _fetch(self, rule: str, version: str | None) -> Draft | None:
        """A version, or the live one, if it is there."""
        try:
            live = None if version else self.live(rule)
            number = version or (live.version if live else None)
            return Draft(rule, number, self.document(rule, number)) if number else None
        except Failure as end:
            if end.problem.type in NOT_THERE:
                return None
            raise
