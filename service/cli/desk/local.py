"""The store here as a desk: the use cases that a service runs, in this process."""

from collections.abc import Mapping, Sequence, Set

from service.cli.desk.authors import author
from service.cli.desk.bundles import of_directory, trial, with_drafts
from service.cli.desk.here import Here
from service.cli.desk.port import Candidate, KeptRule, KeptVersion, Live, Moved, Sent
from service.cli.page import Page
from service.cli.question import Question
from service.model.difference import Difference
from service.model.examination import Examination
from service.model.names import version_key
from service.model.nearest import Nearest
from service.model.publication import Bundle, Draft, Event
from service.model.recommendation import Recommendation
from service.model.replay import Replay
from service.model.sensitivity import Sensitivity
from service.model.solution import Aim, Solution
from service.store.directory import Directory
from service.usecases.activate import Activate
from service.usecases.counterfactual import Counterfactual
from service.usecases.diff import Diff
from service.usecases.gate import Gate
from service.usecases.live import LiveRules
from service.usecases.publish import Publish
from service.usecases.recommend import Recommend
from service.usecases.replaying import ReplayRecords
from service.usecases.revision import Revision, Version
from service.usecases.sensitivity import weigh
from service.usecases.solve import solve
from service.usecases.standing import version_of, versions_of
from service.usecases.wanting import wanted

EMPTY = (
    "the store here is empty: `gpu-rules serve` fills it from the directory of rules when it starts, "
    "and `--server` reaches a running service"
)


class LocalDesk:
    """Changes go to the store; what only looks at rules takes the directory of rules, if they are there."""

    def __init__(self, here: Here) -> None:
        """Open nothing yet."""
        self._here = here
        self._noted = False
        self._seen: Bundle | None = None

    def rules(self) -> list[KeptRule]:
        """All rules that have a version."""
        bundle = self._bundle()
        names = sorted({one.name for one in bundle.versions})
        numbers = {name: sorted(versions_of(bundle, name), key=version_key) for name in names}
        return [KeptRule(name=name, live=bundle.live.get(name), versions=numbers[name]) for name in names]

    def versions(self, rule: str) -> list[KeptVersion]:
        """The versions of a rule, the newest first."""
        bundle = self._bundle()
        activated = {one.version: one.at for one in bundle.activations if one.rule == rule}
        found = sorted(versions_of(bundle, rule).values(), key=lambda one: version_key(one.version), reverse=True)
        return [
            KeptVersion(
                version=one.version,
                digest=one.digest,
                live=bundle.live.get(rule) == one.version,
                author=one.author,
                published=one.at,
                activated=activated.get(one.version),
            )
            for one in found
        ]

    def document(self, rule: str, version: str) -> bytes:
        """The document of a version, as it was published."""
        return version_of(self._bundle(), rule, version).content

    def check(self, drafts: Sequence[Draft], *, activate: bool) -> Examination:
        """Check documents as at publishing or activating, and change nothing."""
        bundle = with_drafts(self._bundle(), drafts)
        return self._here.run(Gate(self._here.examiner)(bundle, trial(drafts, activate=activate)))

    def publish(self, draft: Draft, why: str) -> Sent:
        """Publish a document."""
        self._bundle()
        publish = Publish(self._here.store.ledger, Gate(self._here.examiner))
        made = self._here.run(publish(draft, who=author(), why=why))
        version = made.version
        return Sent(
            name=version.name, version=version.version, digest=version.digest, new=made.new, warnings=made.warnings
        )

    def live(self, rule: str) -> Live | None:
        """What is live of a rule now."""
        bundle = self._bundle()
        versions_of(bundle, rule)
        if rule not in bundle.live:
            return None
        live = version_of(bundle, rule)
        return Live(live.version, live.digest)

    def move(self, rule: str, version: str | None, *, seen: Live | None, why: str) -> Moved:
        """Make a version live, or retire the rule (no version), if what was seen is still live."""
        activate = Activate(self._here.store.ledger, Gate(self._here.examiner))
        expected = frozenset({seen.digest}) if seen else None
        made = self._here.run(activate(rule, version, who=author(), why=why, expected=expected))
        before = made.event.previous if made.changed and made.event else version
        return Moved(rule=rule, before=before, after=version, warnings=made.warnings)

    def compare(self, rule: str, old: str, new: Candidate) -> Difference:
        """What changes between a version and a candidate."""
        drafts, number = ([new], new.version) if isinstance(new, Draft) else ([], new)
        kept = {(rule, old)} if drafts else {(rule, old), (rule, number)}
        bundle = with_drafts(self._around(kept), drafts)
        return self._here.run(Diff(self._here.examiner)(bundle, rule, old, number))

    def replay(self, rule: str, candidate: Candidate, *, before: str | None, limit: int) -> Replay:
        """A page of recorded decisions, made again by a candidate; all pages by the rules as they were at the first."""
        bundle = self._seen = self._seen or self._bundle()
        chosen = candidate if isinstance(candidate, Draft) else version_of(bundle, rule, candidate)
        again = ReplayRecords(self._here.store.records, self._here.examiner)
        return self._here.run(again(bundle, chosen, limit=limit, before=before))

    def nearest(self, question: Question, wanted: str) -> Nearest:
        """The smallest change of the inputs that leads to an outcome, by the directory of rules as in `decide`."""
        revision, version = self._asked(question)
        given = question.given(version.program.common.inputs)
        find = Counterfactual(self._here.examiner)
        return self._here.run(find(revision, question.rule, given, wanted, version.id.version))

    def solve(self, question: Question, aim: Aim) -> Solution:
        """The values of an input that bring an output to a target, by the directory of rules."""
        _, version = self._asked(question)
        return solve(version, question.given(version.program.common.inputs), aim)

    def weigh(self, question: Question, output: str | None) -> Sensitivity:
        """What each number among the inputs does to an output, or to all, by the directory of rules."""
        _, version = self._asked(question)
        return weigh(version, question.given(version.program.common.inputs), output)

    def recommend(self, rule: str, texts: Mapping[str, str], **chosen: str | None) -> Recommendation:
        """The machines for what a rule decides, by the directory of rules."""
        live = LiveRules(Directory(self._here.tools.rules_dir))
        revision = live.load(cases=False)
        return Recommend(self._here.tools.decide(live))(wanted(revision, rule, texts, **chosen), revision)

    def audit(self, rule: str | None, *, before: int | None, limit: int) -> list[Event]:
        """The newest events with a sequence below `before`."""
        return self._here.run(self._here.store.ledger.events(limit=limit, before=before, rule=rule))

    def _bundle(self) -> Bundle:
        """What the store holds now."""
        bundle = self._here.run(self._here.store.ledger.bundle())
        if not bundle.versions and not self._noted:
            self._noted = True
            Page(stderr=True).line(EMPTY, mark="note: ")
        return bundle

    def _asked(self, question: Question) -> tuple[Revision, Version]:
        """The directory of rules as it would be served, and the version that is asked."""
        revision = LiveRules(Directory(self._here.tools.rules_dir)).load(cases=False)
        return revision, revision.version(question.rule, question.version)

    def _around(self, wanted: Set[tuple[str, str]]) -> Bundle:
        """The directory of rules, if it has these versions; else the store."""
        directory = Directory(self._here.tools.rules_dir)
        if directory.path.is_dir():
            bundle = of_directory(directory.read())
            if wanted <= {(one.name, one.version) for one in bundle.versions}:
                return bundle
        return self._bundle()
