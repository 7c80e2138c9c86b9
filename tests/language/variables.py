"""The variables of the tables, with their values."""

from typing import Any, Final

from service.language.cel import Environment
from service.language.expression import Scope

TYPES: Final = {
    "i": "int",
    "j": "int",
    "x": "double",
    "zero": "double",
    "yes": "bool",
    "no": "bool",
    "model": "string",
    "stops.lost": "list(double)",
    "stops.none": "list(double)",
    "stops.count": "list(int)",
}
VALUES: Final[dict[str, Any]] = {
    "i": 7,
    "j": 2,
    "x": 1.5,
    "zero": 0.0,
    "yes": True,
    "no": False,
    "model": "a100-or-newer",
    "stops.lost": [1.0, 2.0, 4.0],
    "stops.none": [],
    "stops.count": [1, 2, 3],
}
ENVIRONMENT: Final = Environment(TYPES)


def known() -> Scope:
    """A scope in which nothing is missing."""
    return Scope(dict(VALUES))
