"""Two versions side by side, over the questions that are put to both of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import json

from service.analysis.budget import Budget
from service.analysis.differences.fixing import Plain, fixed
from service.analysis.differences.results import Result, known_to, result
from service.analysis.differences.samples import samples
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.reference import answer
from service.language.values import default
from service.model.answer import Answer

Question = dict[str, Any]
Both = tuple[Result, Result]
Look = Callable[[Question], Both]
"""What the two versions make of a question."""


class Comparison:
    """Two versions that are asked the same, each with those of the inputs that it has.

    `asked_old` and `asked_new` are the versions themselves. The questions leave out the inputs `left_out`; `old` and
    `new` are the versions as they answer then, by their defaults.
    """

    def __init__(
        self,
        old: Meaning,
        new: Meaning,
        budget: Budget,
        left_out: frozenset[str] = frozenset(),
        sides: Sequence[Meaning] = (),
    ) -> None:
        """Prepare the proofs and the questions to try; these have the inputs of the `sides`, or of both versions."""
        self.asked_old, self.asked_new = old, new
        self.old, self.new = fixed(old, _defaults(old, left_out)), fixed(new, _defaults(new, left_out))
        sides = sides or (old, new)
        declared = [{name: one for name, one in side.inputs.items() if name not in left_out} for side in sides]
        self.prover = Prover(declared, budget)
        self.seeds = samples(sides, self.prover.symbols.domains)
        self._answers: dict[bytes, tuple[Answer, Answer]] = {}

    def answers(self, question: Mapping[str, Any]) -> tuple[Answer, Answer]:
        """What the versions answer, by the reference evaluator."""
        key = json.encode(question)
        if key not in self._answers:
            before = answer(self.asked_old, known_to(self.asked_old, question))
            self._answers[key] = before, answer(self.asked_new, known_to(self.asked_new, question))
        return self._answers[key]

    def look(self, question: Mapping[str, Any]) -> Both:
        """What comes of a question."""
        before, after = self.answers(question)
        return result(before), result(after)


def _defaults(meaning: Meaning, names: frozenset[str]) -> dict[str, Plain]:
    """The defaults of these inputs, where there are some."""
    found = {name: default(meaning.inputs[name]) for name in names}
    return {name: value for name, value in found.items() if value is not None}
