"""A rule whose expressions have been compiled, each in the scope in which it stands."""

import re
from collections.abc import Iterator, Mapping
from typing import assert_never

from msgspec import Struct

from service.errors import Diagnostic
from service.language.cel import CelCompileError, Environment
from service.language.expression import Expression, input_of
from service.language.functions import ALLOWED
from service.language.syntax import Call, Refused, walk
from service.language.teaching import teach
from service.language.variables import variables
from service.model.advice import AdviceDocument
from service.model.formula import FormulaDocument
from service.model.loading import Loaded
from service.model.names import RESERVED
from service.model.places import ENOUGH_FINDINGS, Place, place_in
from service.model.rule import RuleDocument
from service.model.text import Path
from service.model.tree import TreeDocument

NUMERIC = frozenset({"int", "double"})
SCALAR = NUMERIC | {"bool", "string"}
BOOLEAN = frozenset({"bool"})
_DEFINING = ("inputs", "constants", "derived", "outputs")
_SHALLOW = 60
"""Characters that a text needs to be nested as deeply as CEL lets it be, which are 32 levels."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Wanted(Struct, frozen=True):
    """An expression of a document: where it stands, and the types that its value may have."""

    path: Path
    text: str
    types: frozenset[str]


class Typed(Struct, frozen=True):
    """A loaded rule with its sound expressions by path; `environment` has all names that conditions may use."""

    loaded: Loaded
    expressions: dict[Path, Expression]
    types: dict[str, str]
    environment: Environment
    diagnostics: list[Diagnostic]


def type_rule(loaded: Loaded, document: RuleDocument) -> Typed:
    """Compile every expression of the document; what is wrong is in `diagnostics`, never raised."""
    typing = _Typing(loaded, document)
    typing.run(document)
    return Typed(loaded, typing.expressions, typing.types, typing.environment, typing.diagnostics)


def conditions(document: RuleDocument) -> Iterator[Wanted]:
    """The expressions that see every derived value: checks, problems, branches, advice."""
    for index, requirement in enumerate(document.requires):
        yield Wanted(("requires", index, "check"), requirement.check, BOOLEAN)
    for index, problem in enumerate(document.problems):
        yield Wanted(("problems", index, "when"), problem.when, BOOLEAN)
    match document:
        case TreeDocument(nodes=nodes):
            for name, node in nodes.items():
                for index, branch in enumerate(node.branches):
                    yield Wanted(("nodes", name, "branches", index, "when"), branch.when, BOOLEAN)
        case AdviceDocument(rules=rules):
            for index, rule in enumerate(rules):
                if rule.when is not None:
                    yield Wanted(("rules", index, "when"), rule.when, BOOLEAN)
                if rule.gain is not None:
                    yield Wanted(("rules", index, "gain"), rule.gain, NUMERIC)
        case FormulaDocument():
            return
        case unreachable:
            assert_never(unreachable)


class _Typing:
    """Goes through a document from top to bottom, as its scopes grow."""

    def __init__(self, loaded: Loaded, document: RuleDocument) -> None:
        self._loaded = loaded
        self.expressions: dict[Path, Expression] = {}
        self.diagnostics: list[Diagnostic] = []
        declared = {**variables(document.inputs), **dict.fromkeys(document.constants, "double")}
        self._declared = {input_of(name) for name in declared}
        self._doubtful = _doubtful(loaded) | (self._declared & RESERVED)
        self.types = {**dict.fromkeys(self._doubtful, "dyn"), **declared}
        self._later: set[str] = set()
        self.environment = Environment(self.types)

    def run(self, document: RuleDocument) -> None:
        outputs = document.outputs if isinstance(document, FormulaDocument) else {}
        self._later = {*document.derived, *outputs}
        self._define({("derived", name): text for name, text in document.derived.items()}, SCALAR)
        for wanted in conditions(document):
            self._compile(wanted)
            if len(self.diagnostics) >= ENOUGH_FINDINGS:
                return
        self._define({("outputs", name, "value"): output.value for name, output in outputs.items()}, NUMERIC)

    def _define(self, texts: Mapping[Path, str], types: frozenset[str]) -> None:
        for path, text in texts.items():
            name = str(path[1])
            self._later.discard(name)
            expression = self._compile(Wanted(path, text, types))
            if name in self._declared:
                continue  # that a name is defined twice is reported elsewhere; the first definition counts
            self._declared.add(name)
            if expression is None:
                self._doubtful.add(name)
            self.types[name] = expression.type if expression else "dyn"
            self.environment = Environment(self.types)

    def _compile(self, wanted: Wanted) -> Expression | None:
        try:
            expression = Expression(wanted.text, self.environment)
        except CelCompileError as error:
            for taught in teach(error.faults, wanted.text, self.types):
                if taught.code == "cel-syntax" and self._doubts(wanted):
                    continue  # a reserved word can't be read as a name
                if taught.code == "unknown-name" and self._loaded.lost(*_DEFINING):
                    continue  # it may have been there
                self._report(wanted, taught.code, self._later_hint(taught.message), Place(taught.line, taught.column))
            return None
        if self._doubts(wanted):
            return None  # the fault is reported where the name is defined
        faults = len(self.diagnostics)
        self._allowed(wanted, expression)
        if len(self.diagnostics) > faults:
            return None
        if expression.type not in wanted.types:
            self._report(wanted, "cel-type", _mistyped(expression.type, wanted.types), Place(1, 1))
            return None
        if not self._fits_in_a_list(wanted):
            return None
        self.expressions[wanted.path] = expression
        return expression

    def _doubts(self, wanted: Wanted) -> bool:
        return not self._doubtful.isdisjoint(_WORD.findall(wanted.text))

    def _fits_in_a_list(self, wanted: Wanted) -> bool:
        """The engine judges conditions together, in a list: one level deeper than CEL has let the text go."""
        if len(wanted.text) < _SHALLOW:
            return True
        try:
            self.environment.compile(f"[!(\n{wanted.text}\n)]" if wanted.types == BOOLEAN else f"[(\n{wanted.text}\n)]")
        except CelCompileError:
            message = "the expression is nested too deeply: split it into derived values"
            self._report(wanted, "limit", message, Place(1, 1))
            return False
        return True

    def _allowed(self, wanted: Wanted, expression: Expression) -> None:
        for part in walk(expression.tree):
            match part:
                case Refused(what=what, offset=offset):
                    self._report(
                        wanted, "cel-refused", f"{what} is not allowed in rules", place_in(wanted.text, offset)
                    )
                case Call(function=function, offset=offset) if function not in ALLOWED:
                    message = f"the function `{function}` is not allowed in rules"
                    self._report(wanted, "cel-refused", message, place_in(wanted.text, offset))
                case _:
                    continue

    def _later_hint(self, message: str) -> str:
        name = message.split("`")[1] if "is not known here" in message else ""
        return f"`{name}` is defined further down: move it up" if name in self._later else message

    def _report(self, wanted: Wanted, code: str, message: str, inside: Place) -> None:
        place = self._loaded.inside(wanted.path, inside)
        self.diagnostics.append(self._loaded.at(wanted.path, code, message, place=place))


def _doubtful(loaded: Loaded) -> set[str]:
    """Names whose definition was taken out as faulty; that finding is enough, their uses are not reported again."""
    names = (str(path[1]) for path in loaded.pruned if path[1:] and path[0] in _DEFINING)
    words = {word for name in names for word in _WORD.findall(name)}  # of `is-urgent` or `Urgent` as well
    return words | {word.lower() for word in words}


def _mistyped(found: str, wanted: frozenset[str]) -> str:
    if wanted == BOOLEAN:
        return f"a condition is true or false; this is of type {found}"
    if found == "bool" and wanted == NUMERIC:
        return "a number is needed here; this is true or false (`condition ? 1.0 : 0.0` makes a number)"
    return f"{' or '.join(sorted(wanted))} is needed here; this is of type {found}"
