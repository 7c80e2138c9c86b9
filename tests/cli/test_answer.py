"""A decision as a page: every part of it is shown."""

import pytest
from msgspec import structs

from service.cli.answer import show
from service.cli.page import Page
from service.model.decision import (
    Decision,
    GivenAction,
    GivenAdvice,
    GivenCaveat,
    GivenOutcome,
    NotJudged,
    Question,
    Step,
)
from service.model.document import Source
from service.model.rule import RuleId
from service.model.tree import Repeat

RULE = RuleId("boiler", "1.0.0", "sha256:0")
EMPTY = Decision(decision_id="1", rule=RULE, rules=(RULE,), status="decided", inputs={})
ACTION = GivenAction(id="bleed", title="Bleed it", steps=("Open.", "Close."), caveats=("Hot.",), see=("manual", "plan"))
TREE = structs.replace(
    EMPTY,
    outcome=GivenOutcome(
        id="off",
        title="Turn it off",
        summary="It is warm.",
        recommend={"valves": ["a", "b"], "turns": 2, "gently": True, "more": {"x": 1}},
        caveats=("Not in winter.",),
        sources=(Source(title="Manual", section="Valves", date="2024", url="https://example.org"),),
        see=("pump",),
        repeat=Repeat(from_="warmth", measure=["warm", "loud"]),
    ),
    actions=(ACTION,),
    path=(
        Step(rule="boiler", node="warmth", branch=1, because="it is warm", read={"warm": True, "degrees": 21.0}),
        Step(rule="boiler", node="noise", branch=2),
        Step(rule="boiler", node="age", branch=None),
    ),
)
TREE_PAGE = """\
Turn it off
It is warm.

Recommended
  valves  a, b
  turns   2
  gently  true
  more    {"x":1}

Why
  1. boiler warmth: it is warm (warm=true, degrees=21)
  2. boiler noise: branch 2 holds
  3. boiler age: no branch above holds

To do
  1. Bleed it
     - Open.
     - Close.
     ! Hot.
     see manual, plan

Keep in mind
  - Not in winter.

And then
  - Measure `warm`, `loud` anew, and ask again.

Sources
  - Manual, Valves, 2024, https://example.org

See also
  - pump

By
  - boiler 1.0.0
"""
ASKING = structs.replace(
    EMPTY,
    status="needs-input",
    actions=(ACTION,),
    ask=(
        Question(input="kind", question="Which?", type="choice", choices={"gas": "Gas", "electric": "Electric"}),
        Question(input="on", question="Is it on?", type="boolean", help="Look at the lamp."),
        Question(input="size", question="How large?", type="number", unit="l"),
        Question(input="runs", question="How did it run?", type="list"),
    ),
)
ASKING_PAGE = """\
More is needed to decide.

To do
  1. Bleed it
     - Open.
     - Close.
     ! Hot.
     see manual, plan

To answer, the first one first
  1. Which?
     kind=gas|electric
       gas       Gas
       electric  Electric
  2. Is it on?
     on=true|false
     Look at the lamp.
  3. How large?
     size=... (a number, in l)
  4. How did it run?
     runs=... (a list of records, as JSON)

By
  - boiler 1.0.0
"""
FORMULA = structs.replace(
    EMPTY,
    values={"loss": 970.0, "count": 1, "ratio": 1 / 3},
    units={"loss": "s", "count": "1", "ratio": "1"},
    caveats=(GivenCaveat(id="rare", text="One is few."), GivenCaveat(id="old", text="It is old.")),
)
FORMULA_PAGE = """\
  loss   970 s
  count  1
  ratio  0.3333333333

Keep in mind
  - One is few.
  - It is old.

By
  - boiler 1.0.0
"""
ADVICE = structs.replace(
    EMPTY,
    advice=(
        GivenAdvice(
            id="wrap", title="Wrap it", improves="warmth", layer="outside", reduces="loss", because="it leaks",
            steps=("Measure.",), caveats=("Dust.",), see=("plan",), gain=0.25, read={"runs": [{"a": 1}, {"a": 2}]},
        ),
        GivenAdvice(id="turn", title="Turn it", gain=0.125, rank=0.5),
        GivenAdvice(id="look", title="Look at it", rank=0.25),
        GivenAdvice(id="wait", title="Wait"),
    ),
    not_judged=(NotJudged(id="sell", needs=("price", "age")),),
)  # fmt: skip
ADVICE_PAGE = """\
1. Wrap it
   wrap; improves warmth; layer outside; reduces loss; worth up to 0.25 of ML productivity goodput
   because it leaks (runs=2 records)
   - Measure.
   ! Dust.
   see plan
2. Turn it
   turn; worth up to 0.125 of ML productivity goodput
3. Look at it
   look; rank 0.25
4. Wait
   wait

Not judged
  - sell: needs `price`, `age`

By
  - boiler 1.0.0
"""


@pytest.mark.parametrize(
    ("decision", "page"),
    [
        pytest.param(TREE, TREE_PAGE, id="an outcome, with all that it may have"),
        pytest.param(ASKING, ASKING_PAGE, id="questions of every type"),
        pytest.param(FORMULA, FORMULA_PAGE, id="values with units"),
        pytest.param(ADVICE, ADVICE_PAGE, id="advice with and without words"),
        pytest.param(EMPTY, "No advice applies.\n\nBy\n  - boiler 1.0.0\n", id="no advice"),
    ],
)
def test_a_page(
    decision: Decision, page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    show(decision, Page())
    assert capsys.readouterr().out == page
