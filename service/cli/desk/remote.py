"""A running service as a desk, over its REST API."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.cli.asking import fit_a_url
from service.cli.desk.bundles import trial
from service.cli.desk.gathering import gather
from service.cli.desk.here import Here
from service.cli.desk.port import Candidate, KeptRule, KeptVersion, Live, Moved, Sent
from service.cli.desk.schemas import value_by_schema
from service.cli.ending import Failure
from service.cli.question import Question
from service.cli.rest import Service
from service.client import calls
from service.errors import VersionTakenError
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.nearest import Nearest
from service.model.publication import Draft, Event
from service.model.recommendation import Recommendation
from service.model.replay import Replay
from service.model.sensitivity import Sensitivity
from service.model.solution import Aim, Solution
from service.usecases.diff import Diff
from service.usecases.gate import Gate

NOT_THERE = {"rule-not-found", "version-not-found", "rule-not-live"}


class RemoteDesk:
    """Changes are made by the service; documents that it does not have are examined here, among its rules."""

    def __init__(self, service: Service, here: Here) -> None:
        """Ask nothing yet."""
        self._service = service
        self._here = here

    def rules(self) -> list[KeptRule]:
        """All rules that have a version."""
        return [
            KeptRule(name=one.name, live=one.live, versions=one.versions) for one in self._service.each(calls.rules())
        ]

    def versions(self, rule: str) -> list[KeptVersion]:
        """The versions of a rule, the newest first."""
        return [
            KeptVersion(
                version=one.version,
                digest=one.digest,
                live=one.live,
                author=one.author,
                published=one.published,
                activated=one.activated.at if one.activated else None,
            )
            for one in self._service.each(calls.versions(rule))
        ]

    def document(self, rule: str, version: str) -> bytes:
        """The document of a version, as it was published."""
        return self._service.send(calls.document(rule, version))

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
        made = self._service.send(calls.publish(draft.name, draft.version, draft.content, reason=why))
        version = made.version
        return Sent(
            name=draft.name, version=draft.version, digest=version.digest, new=made.new, warnings=version.warnings
        )

    def live(self, rule: str) -> Live | None:
        """What is live of a rule now."""
        try:
            found = self._service.send(calls.live(rule))
        except Failure as end:
            if end.problem.type == "rule-not-live":
                return None
            raise
        return Live(found.version, found.digest)

    def move(self, rule: str, version: str | None, *, seen: Live | None, why: str) -> Moved:
        """Make a version live, or retire the rule (no version), if what was seen is still live."""
        before, digest = (seen.version, seen.digest) if seen else (None, None)
        if version is None:
            self._service.send(calls.retire(rule, seen=digest, reason=why))
            return Moved(rule=rule, before=before, after=None, warnings=[])
        made = self._service.send(calls.activate(rule, version, seen=digest, reason=why))
        return Moved(rule=rule, before=before, after=made.version, warnings=made.warnings)

    def compare(self, rule: str, old: str, new: Candidate) -> Difference:
        """What changes between a version and a candidate."""
        if isinstance(new, Draft):
            kept = Draft(rule, old, self.document(rule, old))
            if kept.version == new.version and kept.digest != new.digest:
                raise VersionTakenError(rule, old, kept.digest, new.digest)
            bundle = gather([kept, new], self._fetch, {})
            return self._here.run(Diff(self._here.examiner)(bundle, rule, old, new.version))
        return self._service.send(calls.answered_as(calls.diff(rule, old, new), Difference))

    def replay(self, rule: str, candidate: Candidate, *, before: str | None, limit: int) -> Replay:
        """A page of recorded decisions, made again by a candidate."""
        if isinstance(candidate, Draft):
            version, document = candidate.version, candidate.content
        else:
            version, document = candidate, None
        return self._service.send(calls.replay(rule, version, document=document, limit=limit, before=before))

    def nearest(self, question: Question, wanted: str) -> Nearest:
        """The smallest change of the inputs that leads to an outcome."""
        inputs = self._inputs(question)
        call = calls.counterfactual(question.rule, inputs, wanted=wanted, version=question.version)
        return self._service.send(calls.answered_as(call, Nearest))

    def solve(self, question: Question, aim: Aim) -> Solution:
        """The values of an input that bring an output to a target."""
        inputs, target = self._inputs(question), (aim.output, aim.value)
        call = calls.solve(question.rule, inputs, unknown=aim.unknown, target=target, version=question.version)
        return self._service.send(calls.answered_as(call, Solution))

    def weigh(self, question: Question, output: str | None) -> Sensitivity:
        """What each number among the inputs does to an output, or to all."""
        inputs = self._inputs(question)
        call = calls.sensitivity(question.rule, inputs, output=output, version=question.version)
        return self._service.send(calls.answered_as(call, Sensitivity))

    def recommend(self, rule: str, texts: Mapping[str, str], **chosen: str | None) -> Recommendation:
        """The machines for what a rule decides."""
        call = calls.recommend_by_text(rule, texts, **chosen)
        fit_a_url(call, otherwise="say less, or ask with POST")
        return self._service.send(call)

    def audit(self, rule: str | None, *, before: int | None, limit: int) -> list[Event]:
        """The newest events with a sequence below `before`."""
        return self._service.send(calls.audit(rule, page=limit, before=before)).items

    def _inputs(self, question: Question) -> dict[str, Any]:
        """The inputs of a question as JSON: text is read by the schema of the rule's inputs."""
        known = self._service.send(calls.schema(question.rule, question.version)).properties
        texts = {name: value_by_schema(known.get(name, {}), text) for name, text in question.texts.items()}
        return {**(question.inputs or {}), **texts}

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
