"""A formula as a flowchart: inputs and constants flow through derived values into outputs, and these into caveats."""

from service.engine.program import FormulaProgram
from service.http.diagrams.dataflow import arrows, sources
from service.http.diagrams.flowchart import Flowchart, Form
from service.language.values import shown
from service.model.decision import Decision


def formula_chart(program: FormulaProgram, decision: Decision | None) -> Flowchart:
    """The formula, from left to right.

    A decision adds the values that came out, those left out that are secret, and marks the caveats that it met.
    """
    chart = Flowchart("LR")
    sources(chart, program.common)
    for name, output in program.document.outputs.items():
        symbol = f"{output.symbol}: " if output.symbol else ""
        unit = "" if output.unit == "1" else f" {output.unit}"
        value = [f"= {shown(decision.values[name])}{unit}"] if decision and name in decision.values else []
        chart.box(f"v_{name}", Form.OUTCOME, f"{symbol}{output.title or name}", *value)
        arrows(chart, program.common, program.outputs[name].reads, f"v_{name}", own=program.outputs)
        if decision and (name in decision.values or not output.optional):
            chart.mark(f"v_{name}")
    for name, caveat in program.document.caveats.items():
        chart.box(f"c_{name}", Form.QUESTION, f"keep in mind: {name}", caveat.when)
        arrows(chart, program.common, program.caveats[name].reads, f"c_{name}", own=program.outputs)
    for met in decision.caveats if decision else ():
        chart.mark(f"c_{met.id}")
    return chart
