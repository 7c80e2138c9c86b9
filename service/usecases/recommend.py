"""Recommend: from inputs and constraints to a decision, and on to the machines for its outcome."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from msgspec import Struct, field

from service.engine.program import SelectionProgram, TreeProgram
from service.errors import DecisionError, Issue, RequestRejectedError
from service.model.decision import Chosen, Decision, GivenOutcome
from service.model.recommendation import Recommendation
from service.model.rule import RuleId
from service.usecases.revision import Revision, Version
from service.usecases.wishes import CONSTRAINTS, INPUTS, Wishes


class Wanted(Struct, frozen=True, kw_only=True):
    """What somebody wants machines for.

    `inputs` are those of the rule, `constraints` those of the selection. Where an input of both has one name, one value
    serves both, wherever it stands. Under the name of a formula that estimates a constraint stand the inputs of it.
    """

    rule: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    constraints: Mapping[str, Any] = field(default_factory=dict)
    version: str | None = None
    selection: str | None = None


class Deciding(Protocol):
    """Answers one question to one rule of a revision."""

    def __call__(
        self, name: str, given: Mapping[str, Any], version: str | None = None, *, revision: Revision
    ) -> Decision:
        """One decision.

        Raises:
            ServiceError: there is no such rule, or the question can't be answered.
        """
        ...


class Recommend:
    """Answers by one decision of a tree, one of a selection, and those of formulas that are asked between."""

    def __init__(self, decide: Deciding) -> None:
        """Take the part."""
        self._decide = decide

    def __call__(self, wanted: Wanted, revision: Revision) -> Recommendation:
        """The machines for the outcome that the rule comes to.

        Raises:
            RuleNotFoundError, VersionNotFoundError, RuleNotLiveError, VersionUnusableError: there is no such rule,
                version or selection to ask.
            RequestRejectedError: the rule is no tree, or recommends nothing that the selection looks for; a name is
                given twice with different values, or it is not clear which selection is meant.
            DecisionError: the decision, an estimate or the selection refuses its question.
        """
        version = _tree(revision, wanted)
        selection, program = selection_of(revision, wanted.selection)
        wishes = Wishes(version.program.common, program, wanted.inputs, wanted.constraints)
        estimates = self._estimates(wishes, revision)
        asked = wishes.inputs()
        with wishes.placed(INPUTS):
            decision = self._decide(version.id.name, asked, version.id.version, revision=revision)
        with wishes.placed(CONSTRAINTS):
            constraints = wishes.understood(decision.inputs)
            if decision.outcome is None:
                return _answer(decision, estimates, selection.id, constraints)
            given = {**_taken(program, version, decision.outcome), **wishes.constraints(decision.inputs)}
            chosen = self._decide(selection.id.name, given, selection.id.version, revision=revision)
        return _answer(decision, estimates, selection.id, constraints, chosen)

    def _estimates(self, wishes: Wishes, revision: Revision) -> tuple[Decision, ...]:
        """What formulas say of the constraints for which their inputs are given; the wishes take it over."""
        found: dict[RuleId, Decision] = {}
        for name, formula, given in wishes.estimates():
            own = formula.common.id
            if own not in found:
                with _about(own.name):
                    found[own] = self._decide(own.name, given, own.version, revision=revision)
            wishes.take(name, found[own].values)
        return tuple(found.values())


def selection_of(revision: Revision, name: str | None) -> tuple[Version, SelectionProgram]:
    """The selection that is named, or the only one that is live, and its program.

    Raises:
        RuleNotFoundError, RuleNotLiveError: there is none of that name, or it is not live.
        RequestRejectedError: it is another rule, or there is not exactly one to take.
    """
    if name is not None:
        version = revision.version(name)
        if not isinstance(version.program, SelectionProgram):
            raise RequestRejectedError(
                [Issue("no-selection", "$.selection", _kind(version, "only a selection chooses"))]
            )
        return version, version.program
    found = selections(revision)
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"`{one.id.name}`" for one, _ in found)
    message = f"several selections are live, so name one: {listed}" if found else "no selection is live to choose from"
    raise RequestRejectedError([Issue("no-selection", "$.selection", message)])


def selections(revision: Revision) -> list[tuple[Version, SelectionProgram]]:
    """The selections that are live and take something from an outcome, and their programs."""
    live = (rule.live for rule in revision.rules.values())
    found = ((one, one.program) for one in live if one is not None)
    return [
        (one, program) for one, program in found if isinstance(program, SelectionProgram) and program.document.outcome
    ]


def recommends(tree: TreeProgram, selection: SelectionProgram) -> bool:
    """Whether an outcome of the tree, or of one behind it, recommends what the selection can't do without."""
    own = any(_looked_for(selection) <= one.recommend.keys() for one in tree.outcomes.values())
    return own or any(recommends(one, selection) for one in tree.enters.values())


def _tree(revision: Revision, wanted: Wanted) -> Version:
    version = revision.version(wanted.rule, wanted.version)
    if not isinstance(version.program, TreeProgram):
        raise RequestRejectedError([Issue("nothing-recommended", "$.rule", _kind(version, "only a tree recommends"))])
    return version


def _kind(version: Version, words: str) -> str:
    return f"`{version.id.name}` is of the kind `{version.document.__struct_config__.tag}`, and {words} machines"


def _taken(program: SelectionProgram, version: Version, outcome: GivenOutcome) -> dict[str, Any]:
    """What the selection takes from the outcome, by the names there.

    Raises:
        RequestRejectedError: it is not what the selection can't do without.
    """
    taken = {name: value for name, value in outcome.recommend.items() if name in program.document.outcome}
    if not _looked_for(program) <= taken.keys():
        words = f"outcome `{outcome.id}` of `{version.id.name}` recommends nothing"
        message = f"{words} that `{program.common.id.name}` looks for"
        raise RequestRejectedError([Issue("nothing-recommended", "$.rule", message)])
    return taken


def _looked_for(program: SelectionProgram) -> set[str]:
    """What an outcome has to recommend, so that it is known which rows are meant."""
    read = {name for one in program.plan.needs for name in program.common.reads.get(one, (one,))}
    return read & program.document.outcome.keys()


@contextmanager
def _about(formula: str) -> Iterator[None]:
    """Let refusals of an estimate say that they are about its inputs, which others do not see."""
    try:
        yield
    except DecisionError as error:
        issues = [
            Issue(one.code, f"{CONSTRAINTS}.{formula}{one.path.removeprefix(INPUTS)}", f"in `{formula}`: {one.message}")
            for one in error.issues
        ]
        raise type(error)(issues) from error


def _answer(
    decision: Decision,
    estimates: tuple[Decision, ...],
    selection: RuleId,
    constraints: dict[str, Any],
    made: Decision | None = None,
) -> Recommendation:
    chosen = (made.selection if made else None) or Chosen()
    used = [one for some in (decision, *estimates, *([made] if made else [])) for one in some.rules]
    return Recommendation(
        status="needs-input" if made is None else "recommended" if chosen.candidates else "no-candidate",
        decision=decision,
        estimates=estimates,
        selection=selection,
        rules=tuple(dict.fromkeys(used)),
        constraints=constraints,
        candidates=chosen.candidates,
        rejected=chosen.rejected,
        nearest=chosen.nearest,
        relax=chosen.relax,
        caveats=made.caveats if made else (),
        units=made.units if made else {},
    )
