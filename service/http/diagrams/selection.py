"""A selection as a flowchart: rows of a catalog pass its checks one after the other; what is left is put in order."""

from collections.abc import Iterable

from service.engine.program import SelectionProgram
from service.http.diagrams.dataflow import arrows, sources
from service.http.diagrams.flowchart import Flowchart, Form
from service.language.choosing import ROW
from service.language.presence import marked
from service.model.decision import Decision


def selection_chart(program: SelectionProgram, decision: Decision | None) -> Flowchart:
    """From left to right; a decision marks the checks that rejected a row, and the candidates if there are some."""
    document, plan, chart = program.document, program.plan, Flowchart("LR")
    own = (ROW, *document.joins, *document.values)
    sources(chart, program.common)
    for name, catalog in document.catalogs.items():
        chart.box(f"v_{name}", Form.RULE, f"{name}: {catalog.catalog}")
    for join in plan.joins:
        arrows(chart, program.common, [read for term in join.on for read in term.reads], f"v_{join.name}", own=own)
    for name, term in plan.values.items():
        chart.box(f"v_{name}", Form.VALUE, name, term.expression.text)
        arrows(chart, program.common, term.reads, f"v_{name}", own=own)
    last = f"v_{ROW}"
    if plan.match is not None:
        last = _step(chart, last, "match", plan.match.expression.text)
        arrows(chart, program.common, _beside_rows(plan.match.reads), last, own=own)
    for check in plan.checks:
        last = _step(chart, last, f"k_{check.id}", check.term.expression.text)
        arrows(chart, program.common, _beside_rows(check.term.reads), last, own=own)
    chart.box("candidates", Form.OUTCOME, "candidates", *(f"by {key.by.expression.text}" for key in plan.rank))
    chart.arrow(last, "candidates")
    _mark(chart, decision)
    return chart


def _beside_rows(reads: Iterable[str]) -> list[str]:
    """What is read beside the row, which comes along anyway."""
    return [read for read in reads if not marked(read).startswith(f"{ROW}.")]


def _step(chart: Flowchart, before: str, name: str, condition: str) -> str:
    chart.box(name, Form.QUESTION, name.removeprefix("k_"), condition)
    chart.arrow(before, name)
    return name


def _mark(chart: Flowchart, decision: Decision | None) -> None:
    chosen = decision.selection if decision else None
    if chosen is not None:
        for one in chosen.rejected:
            for reason in one.because:
                chart.mark(f"k_{reason.check}")
        if chosen.candidates:
            chart.mark("candidates")
