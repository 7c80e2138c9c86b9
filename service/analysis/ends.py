"""How a whole question to a tree can end."""

from msgspec import Struct


class End(Struct, frozen=True):
    """An outcome of a version of a rule, or a kind of problem."""

    outcome: str = ""
    rule: str = ""
    version: str = ""
    problem: str = ""
