"""Rules as pictures: Mermaid flowcharts, with the way of one decision drawn thick."""

from typing import assert_never

from service.engine.program import AdviceProgram, CatalogProgram, FormulaProgram, SelectionProgram, TreeProgram
from service.http.diagrams.advice import advice_chart
from service.http.diagrams.catalog import catalog_chart
from service.http.diagrams.formula import formula_chart
from service.http.diagrams.selection import selection_chart
from service.http.diagrams.tree import tree_chart
from service.model.decision import Decision
from service.usecases.revision import Version


def diagram(version: Version, decision: Decision | None = None) -> str:
    """The flowchart of a version, in the text that Mermaid reads; `decision` is one that this version made."""
    match version.program:
        case TreeProgram() as program:
            return tree_chart(program.document, decision).text()
        case FormulaProgram() as program:
            return formula_chart(program, decision).text()
        case AdviceProgram() as program:
            return advice_chart(program, decision).text()
        case SelectionProgram() as program:
            return selection_chart(program, decision).text()
        case CatalogProgram() as program:
            return catalog_chart(program).text()
        case unreachable:
            assert_never(unreachable)
