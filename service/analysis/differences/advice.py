"""Turns between two versions of advice: what comes and goes, its numbers, in which order it comes."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from service.analysis.differences.comparison import Comparison, Question
from service.analysis.differences.forms import Forms
from service.analysis.differences.hunting import Claim, Hunt, Hunted
from service.analysis.differences.results import ANSWERED, Pair, Result, known_to, valued
from service.analysis.differences.trees import with_rejected
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.reference import answer
from service.analysis.solver.terms import Term
from service.language.expression import Known
from service.language.reading import Reader
from service.model.advice import NUMBERS, AdviceDocument
from service.model.text import Path


def advice_turns(comparison: Comparison, hunted: Hunted) -> None:
    """Every turn between problems; for each piece of advice, one by which it comes, goes, or counts otherwise."""
    prover = comparison.prover
    old = _Side(prover, comparison.old, comparison.asked_old)
    new = _Side(prover, comparison.new, comparison.asked_new)
    hunt = Hunt(comparison, hunted)
    hunt.through(old.ends, new.ends)
    for claim in _Claims(prover, old, new).all():
        hunt.claim(claim)


class _Side:
    """One version: how its questions end, what fires, what it gains; `asked` is the one that is run."""

    def __init__(self, prover: Prover, meaning: Meaning, asked: Meaning) -> None:
        document = meaning.document
        assert isinstance(document, AdviceDocument)  # noqa: S101
        self.meaning, self.asked = meaning, asked
        self.places = {one.id: index for index, one in enumerate(document.rules)}
        self.fires = prover.fires(meaning)
        self.ends = with_rejected(prover, meaning, self._ends(prover))

    def given(self, question: Question) -> tuple[str, ...] | None:
        """The advice in its order; nothing if the question is not answered."""
        found = answer(self.asked, known_to(self.asked, question))
        return None if found.problem else found.advice

    def where(self, prover: Prover, name: str) -> Term:
        """For which questions a piece of advice is given, among those that are answered."""
        return self.fires[name].term if name in self.fires else prover.logic.false

    def number(self, name: str, part: str) -> Path | None:
        """Where the gain or the rank of a piece of advice stands, if it has one."""
        path: Path = ("rules", self.places[name], part)
        return path if path in self.meaning.expressions else None

    def value(self, name: str, part: str, question: Question) -> float | None:
        """What a piece of advice is worth, or its rank."""
        path = self.number(name, part)
        if path is None:
            return None
        inputs = Reader(self.asked.inputs).read(known_to(self.asked, question))
        judgment = self.asked.judge(path, self.asked.scope(inputs))
        return float(judgment.value) if isinstance(judgment, Known) else None

    def _ends(self, prover: Prover) -> Iterator[tuple[Result, Term]]:
        logic = prover.logic
        refused = prover.refusals(self.meaning)
        admitted = logic.no(logic.any(*refused.values()))
        failing = logic.any(*self._failing(prover))
        yield from ((Result(problem=end.problem), term) for end, term in refused.items())
        yield Result(problem="evaluation-failed"), logic.all(admitted, failing)
        yield ANSWERED, logic.all(admitted, logic.no(failing))

    def _failing(self, prover: Prover) -> Iterator[Term]:
        """Where a condition or a number that counts has no value."""
        for name, fires in self.fires.items():
            yield fires.fails
            for path in (self.number(name, part) for part in NUMBERS):
                if path is not None:
                    yield prover.logic.all(fires.term, prover.expression(self.meaning, path).fails)


class _Claims:
    """What two versions may say otherwise about a piece of advice, in questions that both answer."""

    def __init__(self, prover: Prover, old: _Side, new: _Side) -> None:
        self._prover = prover
        self._old, self._new = old, new
        self._both = prover.logic.all(old.ends[ANSWERED], new.ends[ANSWERED])
        self._forms = Forms()

    def all(self) -> Iterator[Claim]:
        """Everything that may be otherwise; what is of one form in both versions is not."""
        for name in dict.fromkeys([*self._old.places, *self._new.places]):
            if not self._old.where(self._prover, name).eq(self._new.where(self._prover, name)):
                yield self._given(name, self._old, self._new)
                yield self._given(name, self._new, self._old)
        shared = [name for name in self._old.places if name in self._new.places]
        others = [(name, part) for name in shared for part in NUMBERS if self._number_differs(name, part)]
        for name, part in others:
            yield self._number(name, part)
        moved = self._together(shared, {name for name, _ in others})
        yield Claim("the advice comes in another order", moved, self._reordered)

    def _together(self, names: Sequence[str], others: Collection[str]) -> Term:
        """Where two are given that may have changed places: by another number, or as they stand the other way round."""
        old, new, logic = self._old.places, self._new.places, self._prover.logic
        pairs = (
            (one, two)
            for one, two in combinations(names, 2)
            if one in others or two in others or (old[one] < old[two]) != (new[one] < new[two])
        )
        given = {name: self._old.where(self._prover, name) for name in names}
        return logic.all(self._both, logic.any(*(logic.all(given[one], given[two]) for one, two in pairs)))

    def _given(self, name: str, here: _Side, there: _Side) -> Claim:
        """Whether a piece of advice is given by one version alone."""
        logic = self._prover.logic
        gone = here is self._old
        term = logic.all(self._both, here.where(self._prover, name), logic.no(there.where(self._prover, name)))

        def turn(question: Question) -> Pair | None:
            one, other = here.given(question), there.given(question)
            if one is None or other is None or name not in one or name in other:
                return None
            return Pair(name, f"not {name}") if gone else Pair(f"not {name}", name)

        return Claim(f"`{name}` is {'gone' if gone else 'new'} for some questions", term, turn)

    def _number_differs(self, name: str, part: str) -> bool:
        old, new = ((side, side.number(name, part)) for side in (self._old, self._new))
        forms = [self._forms.expression(side.meaning, path) if path else 0 for side, path in (old, new)]
        return forms[0] != forms[1]

    def _number(self, name: str, part: str) -> Claim:
        """Whether a piece of advice that both versions give is worth something else, or has another rank."""
        logic, prover = self._prover.logic, self._prover
        old, new = self._old.number(name, part), self._new.number(name, part)
        given = logic.all(self._both, self._old.where(prover, name), self._new.where(prover, name))
        if old and new:
            values = prover.expression(self._old.meaning, old), prover.expression(self._new.meaning, new)
            given = logic.all(given, prover.differ(*values))

        def turn(question: Question) -> Pair | None:
            if any(name not in (side.given(question) or ()) for side in (self._old, self._new)):
                return None
            before, after = (side.value(name, part, question) for side in (self._old, self._new))
            what = f"{part} of {name}"
            return None if before == after else Pair(valued(what, before, after), valued(what, after, before))

        return Claim(f"`{name}` has another {part}", given, turn)

    def _reordered(self, question: Question) -> Pair | None:
        before, after = self._old.given(question) or (), self._new.given(question) or ()
        if before == after or set(before) != set(after):
            return None
        return Pair(", ".join(before), ", ".join(after))
