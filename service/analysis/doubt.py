"""What the findings about a rule leave in doubt: whatever only follows from them is not reported as well."""

import re
from collections.abc import Iterable, Set

from msgspec import Struct
from msgspec.structs import replace

from service.errors import Diagnostic
from service.language.expression import Expression, input_of

_STEP = re.compile(r"[^.\[\]]+")
_APART = frozenset({"name", "version", "title", "summary", "sources", "cases", "actions", "outcomes"})
"""Sections whose faults do not change what the rest of the rule answers."""


class Doubt(Struct, frozen=True):
    """The parts that have faults.

    `whole` says that every answer may be wrong; otherwise those are that go through one of the `nodes` or use one of
    the `inputs`. `cases` are the faulty cases, by their place in the file; `names` every other name that has a fault.
    `partial` says that not everything is there: a section of the rule, or a rule that is entered from here.
    """

    whole: bool = False
    nodes: frozenset[str] = frozenset()
    inputs: frozenset[str] = frozenset()
    cases: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    partial: bool = False

    @property
    def inputs_unsure(self) -> bool:
        """Whether there may be other inputs, or inputs of another type."""
        return self.partial or bool(self.inputs)

    def beside(self, others: Iterable["Doubt"], *, partial: bool) -> "Doubt":
        """This doubt, with the inputs and names of the rules that are entered from here."""
        every = [self, *others]
        inputs = frozenset().union(*(one.inputs for one in every))
        return replace(
            self,
            partial=partial or any(one.partial for one in every),
            inputs=inputs,
            names=frozenset().union(*(one.names for one in every)),
        )


NONE = Doubt()
"""Of a sound rule."""


def doubt(findings: Iterable[Diagnostic], expressions: Iterable[Expression]) -> Doubt:
    """The doubt that the errors among the findings cast; `expressions` are those of the rule that are sound."""
    paths = [(one.code, _STEP.findall(one.path)) for one in findings if one.severity == "error"]
    reads = {input_of(name) for expression in expressions for name in expression.reads}
    return Doubt(
        whole=any(_casts_wide(code, path, reads) for code, path in paths),
        nodes=_second(paths, "nodes") | _second(paths, "outcomes", code="duplicate-name"),
        inputs=_second(paths, "inputs"),
        cases=frozenset(int(name) for name in _second(paths, "cases") if name.isdecimal()),
        names=_second(paths, "outcomes", "actions", "nodes"),
        partial=any(path in (["inputs"], ["outcomes"], ["actions"]) for _, path in paths),
    )


def _casts_wide(code: str, path: list[str], reads: Set[str]) -> bool:
    match path:
        case [section] if section in _APART:
            return False
        case ["inputs", name, *rest]:
            return code != "missing-ask" and (name in reads or rest[-1:] == ["default"])
        case [section, _, *_]:
            return section not in _APART | {"nodes"}
        case _:
            return True


def _second(paths: Iterable[tuple[str, list[str]]], *sections: str, code: str = "") -> frozenset[str]:
    return frozenset(path[1] for found, path in paths if len(path) > 1 and path[0] in sections and code in ("", found))
