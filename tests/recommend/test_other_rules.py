"""Recommendations by rules of somebody else: the service knows no names of accelerators, constraints or estimates."""

from typing import Any, Final

import pytest

from service.errors import InputsMissingError, RequestRejectedError, RuleNotFoundError
from service.model.files import RuleFiles
from tests.recommend.asking import Recommending, keys, why_not
from tests.selection.test_estimates import estimating
from tests.selection.world import WEIGHT, files, sample

TREE: Final = """\
kind: tree
name: which-chips
version: 1.0.0
title: Which chips?
inputs:
  model: {type: choice, values: {small: Small, large: Large, none: None}, ask: Which model?}
  machine_count: {type: integer, minimum: 1, maximum: 1000, unit: machine, ask: How many machines?}
  number_format: {type: choice, values: {bf16: bfloat16, fp8: Eight bits}, ask: Which format?}
start: size
nodes:
  size:
    title: How large is the model?
    branches:
      - {when: model == "small", then: small}
      - {when: model == "large", then: large}
    otherwise: {then: advice}
outcomes:
  small: {title: Small chips, recommend: {chips: [small-chip], accelerators: [other]}}
  large: {title: Large chips, recommend: {chips: [large-chip]}}
  advice: {title: Ask somebody, recommend: {plenty: true}}
cases:
  - {name: a small model, given: {model: small}, expect: {outcome: small}}
  - {name: a large model, given: {model: large}, expect: {outcome: large}}
  - {name: no model, given: {model: none}, expect: {outcome: advice}}
"""
SMALL: Final = {"model": "small"}


class Given:
    """A source of rules that are there already."""

    def __init__(self, found: RuleFiles) -> None:
        """Take them."""
        self._found = found

    def read(self) -> RuleFiles:
        """All of them."""
        return self._found


def recommending(**changed: str) -> Recommending:
    """The sample of a selection, and a tree in front of it."""
    return Recommending(Given(files(which_chips=TREE, **changed)))


OTHERS: Final = recommending()


def test_what_an_outcome_recommends_goes_by_the_names_of_the_selection() -> None:
    found = OTHERS("which-chips", SMALL, machine_count=2, chip_count=16, sold="on_demand")
    assert keys(found) == ["s-8"]
    assert found.candidates[0].fields["machines"] == 2
    assert found.units == {"price_per_hour": "USD/h"}
    assert found.constraints == {"machine_count": 2, "chip_count": 16, "sold": "on_demand", "region": "north"}
    assert [one.name for one in found.rules] == ["which-chips", "choose-machine", "machines", "prices"]
    assert why_not(found) == {"s-1": ["chips"], "s-part": ["chips"]}


def test_an_outcome_that_recommends_nothing_of_the_kind() -> None:
    with pytest.raises(RequestRejectedError, match="outcome `advice` of `which-chips` recommends nothing that `choose"):
        OTHERS("which-chips", {"model": "none"})


def test_a_value_that_the_tree_takes_and_the_selection_does_not() -> None:
    with pytest.raises(Exception, match="`number_format` must be one of") as refused:
        OTHERS("which-chips", {**SMALL, "number_format": "fp8"})
    assert refused.value.issues[0].path == "$.inputs.number_format"  # type: ignore[attr-defined]


def test_a_constraint_that_says_which_rows_are_meant_is_asked_for() -> None:
    match = "match: row.chip in chips"
    text = sample("choose-machine").replace(match, f"{match} && row.memory_each > memory_each")
    ask = recommending(choose_machine=text)
    with pytest.raises(InputsMissingError) as missing:
        ask("which-chips", SMALL)
    assert [one.path for one in missing.value.issues] == ["$.constraints.memory_each"]
    assert keys(ask("which-chips", SMALL, memory_each=20)) == ["s-1", "s-8"]


def test_a_formula_estimates_a_constraint_under_its_own_name() -> None:
    ask = recommending(choose_machine=estimating("max_price: {rule: weight}"), weight=WEIGHT)
    found = ask("which-chips", SMALL, weight={"pieces": 4})
    assert found.constraints["max_price"] == 10
    assert [one.rule.name for one in found.estimates] == ["weight"]
    assert [one.name for one in found.rules][:3] == ["which-chips", "weight", "choose-machine"]


def test_all_decisions_are_counted_and_recorded_as_such() -> None:
    ask = recommending(choose_machine=estimating("max_price: {rule: weight}"), weight=WEIGHT)
    found = ask("which-chips", SMALL, weight={"pieces": 40}, machine_count=2, chip_count=16)
    assert ask.watched.results == [("weight", "decided"), ("which-chips", "small"), ("choose-machine", "candidates")]
    given = {rule.name: dict(inputs) for rule, inputs in ask.watched.records}
    asked: dict[str, Any] = {"machine_count": 2, "chip_count": 16}
    assert given == {
        "weight": {"pieces": 40},
        "which-chips": {**SMALL, "machine_count": 2},
        "choose-machine": {"chips": ["small-chip"], **asked, "max_price": 100.0},
    }
    assert {rule for rule, _ in ask.watched.records} <= {*found.rules}


def test_of_several_selections_one_is_named() -> None:
    other = sample("choose-machine").replace("name: choose-machine", "name: choose-otherwise")
    ask = recommending(choose_otherwise=other)
    with pytest.raises(RequestRejectedError, match="name one: `choose-machine`, `choose-otherwise`"):
        ask("which-chips", SMALL)
    assert ask("which-chips", SMALL, selection="choose-otherwise").selection.name == "choose-otherwise"
    with pytest.raises(RuleNotFoundError, match="choose-machine"):
        ask("which-chips", SMALL, selection="choose-machines")


def test_without_a_selection_nothing_is_recommended() -> None:
    made = files(which_chips=TREE)
    assert made.live is not None
    ask = Recommending(Given(RuleFiles(made.documents, made.live.replace(b"choose-machine: 1.0.0\n", b""))))
    with pytest.raises(RequestRejectedError, match="no selection is live"):
        ask("which-chips", SMALL)
