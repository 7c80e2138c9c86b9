"""Everything that crosses the door to durable-rules, as the C library receives it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from durable import engine
from msgspec import Struct, json

from service.engine import durable

LIBRARY = engine.durable_rules_engine


class Crossing(Struct, frozen=True):
    """One call into the library, with the JSON texts among its arguments as values."""

    function: str
    values: tuple[Any, ...]


class Crossings:
    """The calls so far, in order."""

    def __init__(self) -> None:
        self.all: list[Crossing] = []

    def of(self, *functions: str) -> list[dict[str, Any]]:
        """What these functions received: messages, or the definitions of rulesets."""
        return [crossing.values[-1] for crossing in self.all if crossing.function in functions]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What was posted, as events or facts, without the message that each ruleset begins with."""
        return [one for one in self.of("assert_event", "assert_fact") if one["at"] != "1st"]

    @property
    def definitions(self) -> list[dict[str, Any]]:
        """The rulesets that were compiled."""
        return self.of("create_ruleset")


@contextmanager
def recorded() -> Iterator[Crossings]:
    """Record with a fresh host, so that every ruleset is compiled anew; programs built inside stay inside."""
    crossings = Crossings()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(durable, "_host", durable.QuietHost())
        patch.setattr(durable, "_compiled", {})
        for name, function in vars(LIBRARY).copy().items():
            if callable(function) and not isinstance(function, type):
                patch.setattr(LIBRARY, name, _recording(name, function, crossings))
        yield crossings


def _recording(name: str, function: Callable[..., Any], crossings: Crossings) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        texts = [one for one in arguments if isinstance(one, str) and one.startswith(("{", "["))]
        crossings.all.append(Crossing(name, tuple(json.decode(one) for one in texts)))
        return function(*arguments)

    return call
