"""Which one input would have to be given otherwise, so that there is a candidate; each is tried before it is told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from service.engine.choice.plan import Checked
from service.engine.choice.rows import Judged
from service.errors import DecisionError
from service.language.reading import Reader
from service.model.decision import Relaxation

TRIED: Final = 5
"""Values of one input that are tried: the nearest ones."""

Try = Callable[[dict[str, Any]], Sequence[str]]
"""The candidates for other inputs, by their keys; may raise DecisionError."""


def relaxations(
    checks: Sequence[Checked], rejected: Sequence[Judged], inputs: Mapping[str, Any], reader: Reader, attempt: Try
) -> Iterator[Relaxation]:
    """For each input that is all that some row lacks: the nearest value of it with which there are candidates.

    They come in the order of the checks.
    """
    for name in dict.fromkeys(check.relax for check in checks if check.relax is not None):
        alone = [one for one in rejected if all(check.relax == name for check in one.failed)]
        for value in _nearest(_wanted(alone), inputs.get(name))[:TRIED]:
            changed = _changed(name, value, inputs, reader)
            candidates = _tried(attempt, changed) if changed is not None else ()
            if candidates:
                yield Relaxation(input=name, given=inputs.get(name), to=value, candidates=tuple(candidates))
                break


def _wanted(rows: Sequence[Judged]) -> list[Any]:
    """The values that these rows would need, each once; nothing stands for leaving the input out."""
    found: list[Any] = []
    for one in rows:
        for check in one.failed:
            value = check.to.value(one.variables, one.row.key) if check.to else None
            if value not in found:
                found.append(value)
    return found


def _nearest(values: Sequence[Any], given: Any) -> list[Any]:
    """Numbers by how far they are from what is given; whatever else there is as it comes, and leaving it out last."""

    def distance(value: Any) -> tuple[bool, float]:
        numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (value, given))
        return value is None, abs(value - given) if numbers else 0.0

    return sorted(values, key=distance)


def _changed(name: str, value: Any, inputs: Mapping[str, Any], reader: Reader) -> dict[str, Any] | None:
    """The inputs with another value of one of them; nothing, if it can't have that value or has it."""
    try:
        changed = {**{key: one for key, one in inputs.items() if key != name}, **_read(name, value, reader)}
    except DecisionError:
        return None
    return None if changed.get(name) == inputs.get(name) else changed


def _read(name: str, value: Any, reader: Reader) -> dict[str, Any]:
    return {key: one for key, one in reader.read({name: value}).items() if key == name}


def _tried(attempt: Try, inputs: dict[str, Any]) -> Sequence[str]:
    try:
        return attempt(inputs)
    except DecisionError:
        return ()
