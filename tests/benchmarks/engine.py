"""How long a decision with its path takes in this process, against zen-engine and regorus."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from tests.benchmarks.contenders import Contender, contenders
from tests.benchmarks.figures import Aim, CannotRunError, Effort, Row, in_turns
from tests.benchmarks.questions import RULE, VERSION, questions
from tests.benchmarks.rules import compiled, hit_rate, shipped
from tests.benchmarks.timing import per_call

_QUESTIONS = 10_000


def measure(effort: Effort) -> Iterator[Row]:
    """A row for each contender; all are asked the same questions, in turns.

    Raises:
        CannotRunError: they do not all give the same answers.
    """
    program, asked = compiled(shipped(RULE, VERSION)), questions(_QUESTIONS)
    rivals = list(contenders(program))
    _check_agreement(rivals, asked)
    runs = {one.name: partial(per_call, one.ask, asked) for one in rivals}
    samples = in_turns(runs, effort.rounds)
    ours = samples[rivals[0].name].median
    for name, sample in samples.items():
        aimed = name.startswith("zen") and "path" in name
        yield Row(
            benchmark="engine",
            what=name,
            figure=sample.median,
            unit="us",
            spread=sample.spread,
            ratio=None if name.startswith("gpu-rules") else ours / sample.median,
            aim=Aim(1.0) if aimed else None,
            note=f"memo hits {hit_rate(program, asked):.2%}" if name == rivals[0].name else "",
        )


def _check_agreement(rivals: Sequence[Contender], asked: Sequence[dict[str, Any]]) -> None:
    first, *others = rivals
    for given in asked:
        outcome, path = first.answer(first.ask(given))
        for other in others:
            answer = other.answer(other.ask(given))
            if answer not in {(outcome, path), (outcome, None)}:
                message = f"{other.name} says {answer} to {given}, but {first.name} {(outcome, path)}"
                raise CannotRunError(message)
