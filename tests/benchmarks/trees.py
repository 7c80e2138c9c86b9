"""How the time of a decision grows with the tree: 10, 100 and 1,000 leaves, balanced and in a chain."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from msgspec import Struct

from service.engine.engine import Engine
from service.engine.program import Program
from tests.benchmarks.figures import Aim, Effort, Row, in_turns
from tests.benchmarks.forests import balanced, chain, inputs
from tests.benchmarks.rules import asking, compiled, hit_rate
from tests.benchmarks.timing import per_call

_SIZES: Final = (10, 100, 1_000)
_AIM: Final = Aim(3.0)
_INPUTS: Final = 10_000
_FEW: Final = 500
"""Inputs of what is slow: no memo, and chains of 1,000 leaves."""


class Series(Struct, frozen=True):
    """One kind of tree in all sizes, under one condition; `run` measures one round in microseconds per decision."""

    what: str
    grow: Callable[[int], bytes]
    run: Callable[[Program, list[dict[str, Any]]], Callable[[], float]]
    inputs: int = _INPUTS
    aim: Aim | None = None


def measure(effort: Effort) -> Iterator[Row]:
    """A row for each size; the ratio of the larger ones is to the tree of 10 leaves."""
    for series in (
        Series("balanced", balanced, _full_memo, aim=_AIM),
        Series("balanced, memo empty at first", balanced, _empty_memo, aim=_AIM),
        Series("balanced, memo off", balanced, _no_memo, _FEW, aim=_AIM),
        Series("chain", chain, _full_memo, _FEW),
        Series("chain, memo off", chain, _no_memo, _FEW // 10),
    ):
        yield from _rows(series, effort)


def _rows(series: Series, effort: Effort) -> Iterator[Row]:
    asked = inputs(series.inputs)
    programs = {leaves: compiled(series.grow(leaves)) for leaves in _SIZES}
    runs = {str(leaves): series.run(program, asked) for leaves, program in programs.items()}
    samples = in_turns(runs, effort.rounds)
    least = samples[str(_SIZES[0])].median
    for leaves, program in programs.items():
        sample = samples[str(leaves)]
        yield Row(
            benchmark="trees",
            what=f"{series.what}: {leaves:,} leaves",
            figure=sample.median,
            unit="us",
            spread=sample.spread,
            ratio=sample.median / least if leaves > _SIZES[0] else None,
            aim=series.aim if leaves == _SIZES[-1] else None,
            note=f"memo hits {hit_rate(program, asked):.2%}" if series.run is _empty_memo else "",
        )


def _full_memo(program: Program, asked: list[dict[str, Any]]) -> Callable[[], float]:
    ask = asking(program, Engine())
    per_call(ask, asked)
    return partial(per_call, ask, asked)


def _empty_memo(program: Program, asked: list[dict[str, Any]]) -> Callable[[], float]:
    return lambda: per_call(asking(program, Engine()), asked)


def _no_memo(program: Program, asked: list[dict[str, Any]]) -> Callable[[], float]:
    return partial(per_call, asking(program, Engine(memo_size=0)), asked)
