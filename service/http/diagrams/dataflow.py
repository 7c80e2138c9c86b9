"""How values flow in a rule: inputs and constants into derived values, and all of them into what the rule computes."""

from collections.abc import Iterable

from service.engine.program import Common
from service.http.diagrams.flowchart import Flowchart, Form
from service.language.expression import input_of
from service.language.presence import marked
from service.language.values import shown


def sources(chart: Flowchart, common: Common) -> None:
    """Inputs, constants and derived values, with what derived values are made of."""
    for name in common.inputs:
        chart.box(f"i_{name}", Form.INPUT, name)
    for name, value in common.constants.items():
        chart.box(f"k_{name}", Form.VALUE, f"{name} = {shown(value)}")
    for name, expression in common.derived.items():
        chart.box(f"d_{name}", Form.VALUE, name, expression.text)
        arrows(chart, common, expression.reads, f"d_{name}")


def arrows(
    chart: Flowchart, common: Common, reads: Iterable[str], end: str, *lines: str, own: Iterable[str] = ()
) -> None:
    """An arrow from everything that an expression reads; `own` are names that the rule itself computes."""
    known = {name: f"i_{name}" for name in common.inputs}
    known |= {name: f"k_{name}" for name in common.constants} | {name: f"d_{name}" for name in common.derived}
    known |= {name: f"v_{name}" for name in own}
    for name in dict.fromkeys(input_of(marked(read)) for read in reads):
        chart.arrow(known[name], end, *lines)
