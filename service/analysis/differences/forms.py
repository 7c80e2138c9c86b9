"""The form of a rule without its words: two versions of one form answer every whole question alike.

Derived values and constants are put where they are used, nodes lose their names, and every part becomes a number that
stands for all parts of the same form. So forms are small however often a part is used, and comparing them is nothing.
"""

from collections.abc import Hashable, Mapping
from typing import assert_never

from service.analysis.composition import bare
from service.analysis.differences.spelling import Spelling
from service.analysis.meaning import Meaning
from service.language.variables import variables
from service.model.advice import NUMBERS, AdviceDocument
from service.model.formula import FormulaDocument
from service.model.inputs import Input
from service.model.text import Path
from service.model.tree import RuleReference, TreeDocument, Way


class Forms:
    """Numbers for forms; only numbers that come from here can be compared."""

    def __init__(self) -> None:
        """Begin with none."""
        self._spelling = Spelling()

    def rule(self, meaning: Meaning) -> int:
        """The form of a whole rule, with the inputs that it takes."""
        inputs = tuple(sorted((name, _spelled(one)) for name, one in meaning.inputs.items()))
        return self._spelling.number("rule", inputs, self._body(meaning))

    def expression(self, meaning: Meaning, path: Path) -> int:
        """The form of an expression that sees inputs, constants and derived values; 0 if there is none."""
        return self._at(meaning, path, self._names(meaning))

    def guards(self, meaning: Meaning) -> int:
        """The form of all checks and problems."""
        return self._spelling.number("guards", self._guards(meaning))

    def outputs(self, meaning: Meaning) -> dict[str, int]:
        """The form of each output of a formula, whatever its range."""
        formula = meaning.document
        found = self._outputs(meaning, formula) if isinstance(formula, FormulaDocument) else ()
        return {name: form for name, form, _ in found}

    def caveats(self, meaning: Meaning) -> dict[str, int]:
        """The form of the condition of each caveat of a formula."""
        formula = meaning.document
        if not isinstance(formula, FormulaDocument):
            return {}
        names = {**self._names(meaning), **self.outputs(meaning)}
        return {name: self._at(meaning, ("caveats", name, "when"), names) for name in formula.caveats}

    def _body(self, meaning: Meaning) -> int:
        match meaning.document:
            case TreeDocument() as tree:
                return self._tree(meaning, tree)
            case FormulaDocument() as formula:
                results = self._outputs(meaning, formula), tuple(self.caveats(meaning).items())
                return self._spelling.number("formula", self._guards(meaning), *results)
            case AdviceDocument() as advice:
                return self._spelling.number("advice", self._guards(meaning), self._advice(meaning, advice))
            case unreachable:
                assert_never(unreachable)

    def _guards(self, meaning: Meaning) -> tuple[tuple[int, ...], ...]:
        names, document = self._names(meaning), meaning.document
        checks = [("requires", index, "check") for index in range(len(document.requires))]
        whens = [("problems", index, "when") for index in range(len(document.problems))]
        return tuple(tuple(self._at(meaning, path, names) for path in paths) for paths in (checks, whens))

    def _outputs(self, meaning: Meaning, formula: FormulaDocument) -> tuple[tuple[str, int, tuple[float, ...]], ...]:
        names = self._names(meaning)
        found: list[tuple[str, int, tuple[float, ...]]] = []
        for name, output in formula.outputs.items():
            names[name] = self._at(meaning, ("outputs", name, "value"), names)
            found.append((name, names[name], tuple(output.range or ())))
        return tuple(found)

    def _advice(self, meaning: Meaning, advice: AdviceDocument) -> tuple[Hashable, ...]:
        names = self._names(meaning)
        return tuple(
            (
                one.id,
                self._at(meaning, ("rules", index, "when"), names),
                *(self._at(meaning, ("rules", index, part), names) for part in NUMBERS),
                tuple(sorted(one.match.items())),
                tuple(sorted(one.assert_.items())),
            )
            for index, one in enumerate(advice.rules)
        )

    def _tree(self, meaning: Meaning, tree: TreeDocument) -> int:
        """The guards, and the first node with all behind it; nodes may stand one behind the other by the thousand."""
        names = self._names(meaning)
        entered = {reference: self._body(one) for reference, one in meaning.enters.items()}
        numbers: dict[str, int] = {}
        todo = [tree.start]
        while todo:
            name = todo[-1]
            ways = [*tree.nodes[name].branches, *filter(None, [tree.nodes[name].otherwise])]
            behind = [way.then for way in ways if isinstance(way.then, str) and way.then in tree.nodes]
            missing = [one for one in behind if one not in numbers]
            if name not in numbers and missing:
                todo += missing
                continue
            todo.pop()
            branches = [self._at(meaning, ("nodes", name, "branches", at, "when"), names) for at in range(len(ways))]
            leads = [self._way(tree, way, numbers, entered) for way in ways]
            numbers[name] = self._spelling.number("node", tuple(zip(branches, leads, strict=True)))
        return self._spelling.number("tree", tree.name, self._guards(meaning), numbers[tree.start])

    def _way(self, tree: TreeDocument, way: Way, nodes: Mapping[str, int], entered: Mapping[RuleReference, int]) -> int:
        leads = entered[way.then] if isinstance(way.then, RuleReference) else nodes.get(way.then)
        return self._spelling.number(
            "way", tuple(way.do), self._spelling.number("outcome", tree.name, way.then) if leads is None else leads
        )

    def _names(self, meaning: Meaning) -> dict[str, int]:
        """What the names stand for that every expression of a document sees."""
        document, spelling = meaning.document, self._spelling
        names = {name: spelling.input(name, kind) for name, kind in variables(document.inputs).items()}
        names |= {name: spelling.literal(constant.value) for name, constant in document.constants.items()}
        for name in document.derived:
            names[name] = self._at(meaning, ("derived", name), names)
        return names

    def _at(self, meaning: Meaning, path: Path, names: Mapping[str, int]) -> int:
        found = meaning.expressions.get(path)
        return self._spelling.expression(found.tree, names) if found else 0


def _spelled(one: Input) -> str:
    return repr(bare(one))
