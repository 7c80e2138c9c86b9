"""Advice as a flowchart: what each piece of advice depends on, and the facts by which one leads to another."""

from service.engine.program import AdviceProgram
from service.http.diagrams.dataflow import arrows, sources
from service.http.diagrams.flowchart import Flowchart, Form
from service.model.advice import AdviceRule
from service.model.decision import Decision


def advice_chart(program: AdviceProgram, decision: Decision | None) -> Flowchart:
    """The advice, from left to right; a decision marks what it gave, and what it could not judge."""
    chart = Flowchart("LR")
    sources(chart, program.common)
    facts = _facts(chart, program)
    for rule in program.document.rules:
        chart.box(f"a_{rule.id}", Form.OUTCOME, rule.advise.title, *([rule.when] if rule.when else []))
        if rule.id in program.conditions:
            arrows(chart, program.common, program.conditions[rule.id].reads, f"a_{rule.id}")
        _chained(chart, rule, facts)
    for given in decision.advice if decision else ():
        chart.mark(f"a_{given.id}")
    for waiting in decision.not_judged if decision else ():
        chart.mark(f"a_{waiting.id}", as_="open")
    return chart


def _facts(chart: Flowchart, program: AdviceProgram) -> dict[tuple[str, str], str]:
    facts = dict.fromkeys(
        fact for rule in program.document.rules for some in (rule.match, rule.assert_) for fact in some.items()
    )
    names = {fact: f"f_{index}" for index, fact in enumerate(facts)}
    for (name, value), box in names.items():
        chart.box(box, Form.VALUE, f"{name}: {value}")
    return names


def _chained(chart: Flowchart, rule: AdviceRule, facts: dict[tuple[str, str], str]) -> None:
    for fact in rule.match.items():
        chart.arrow(facts[fact], f"a_{rule.id}", dotted=True)
    for fact in rule.assert_.items():
        chart.arrow(f"a_{rule.id}", facts[fact], dotted=True)
