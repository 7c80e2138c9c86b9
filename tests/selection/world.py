"""The sample catalogs and the selection that reads them, ready to be asked."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from service.analysis.meaning import SelectionMeaning
from service.analysis.reference import answer
from service.engine.engine import Engine
from service.engine.program import SelectionProgram
from service.model.answer import Answer
from service.model.decision import Chosen, Decision
from service.model.files import RuleFiles
from service.model.rule import RuleId
from service.usecases.cases import ask
from service.usecases.check import Report, check_files
from service.usecases.ready import Ready, ready

SAMPLES: Final = Path(__file__).parent / "samples"
NAMES: Final = ("machines", "prices", "choose-machine")
ENGINE: Final = Engine(memo_size=0)
WEIGHT: Final = """\
kind: formula
name: weight
version: 1.0.0
title: How much must it carry?
inputs:
  pieces: {type: integer, minimum: 1, maximum: 100, unit: "1", ask: How many pieces?}
constants: {piece: {value: 2.5, unit: USD/h}}
outputs:
  max_price: {unit: USD/h, value: piece * double(pieces)}
  count: {unit: "1", value: double(pieces)}
cases:
  - {name: four pieces, given: {pieces: 4}, expect: {values: {max_price: 10, count: 4}}}
"""
"""A formula that can estimate what `choose-machine` asks for."""


def sample(name: str) -> str:
    """The text of one of them."""
    return (SAMPLES / name / "1.0.0.yaml").read_text(encoding="utf-8")


def files(**changed: str) -> RuleFiles:
    """All of them, live; `changed` are other texts, by name with underscores, and more documents."""
    texts = {name: sample(name) for name in NAMES} | {name.replace("_", "-"): text for name, text in changed.items()}
    live = "".join(f"{name}: 1.0.0\n" for name in texts)
    return RuleFiles({f"{name}/1.0.0.yaml": text.encode() for name, text in texts.items()}, live.encode())


def check(**changed: str) -> Report:
    """What a check says of them."""
    return check_files(files(**changed))


class Selection:
    """A selection among files, asked twice: by the engine, and by the reference evaluator."""

    def __init__(self, among: RuleFiles, name: str = "choose-machine") -> None:
        [made] = ready(among, [RuleId(name, "1.0.0", "")])
        assert isinstance(made.program, SelectionProgram)
        assert isinstance(made.meaning, SelectionMeaning)
        self.made: Ready = made
        self.program: SelectionProgram = made.program

    def __call__(self, **given: Any) -> Answer:
        """What both say; they must say the same."""
        found = ask(ENGINE, self.program, given)
        assert found == answer(self.made.meaning, given)
        return found

    def decide(self, given: Mapping[str, Any]) -> Decision:
        """The whole decision of the engine."""
        return ENGINE.decide(self.program, given, "test")

    def chosen(self, **given: Any) -> Chosen:
        """What it chooses."""
        found = self.decide(given).selection
        assert found is not None
        return found


@cache
def choose() -> Selection:
    """The sample as it is."""
    return Selection(files())
