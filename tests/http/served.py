"""The application over a directory of rules, as `service/bootstrap.py` would build it."""

from pathlib import Path
from typing import Any

from litestar import Litestar
from uuid_utils import uuid7

from service.engine.engine import Engine
from service.http.app import create_app
from service.http.metrics import Metrics
from service.http.parts import HttpParts
from service.store.directory import Directory
from service.usecases.decide import Decide
from service.usecases.live import LiveRules

RULES = Path(__file__).parents[2] / "rules"


def parts(rules: Path = RULES, *, load: bool = True, **chosen: Any) -> HttpParts:
    """The parts of an application; `chosen` are limits and settings that differ from the defaults."""
    live = LiveRules(Directory(rules))
    if load:
        live.load()
    engine = Engine()
    metrics = Metrics(live, engine)
    limits = {"body_limit": 1_000_000, "batch_body_limit": 16_000_000, "batch_items": 10_000}
    return HttpParts(
        decide=Decide(live, engine, lambda: str(uuid7()), metrics), live=live, metrics=metrics, **{**limits, **chosen}
    )


def served(**chosen: Any) -> Litestar:
    """The application with the shipped rules."""
    return create_app(parts(**chosen))
