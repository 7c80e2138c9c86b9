"""`gpu-rules activate`, `retire` and `rollback` on the store here."""

import asyncio
from collections.abc import Callable

import pytest
from click.testing import Result
from msgspec import json

from service.model.publication import Change, Draft, Move
from service.usecases.activate import Activate
from tests.cli.conftest import FakeTools
from tests.cli.stores import events, fill, shipped, wider

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def filled(tools: FakeTools) -> None:
    """`training-gpu` 1.0.0 is live, 1.1.0 is published."""
    drafts = [Draft("training-gpu", "1.0.0", shipped("training-gpu")), Draft("training-gpu", "1.1.0", wider())]
    fill(tools, *drafts, live={"training-gpu": "1.0.0"})


def live(tools: FakeTools) -> dict[str, str]:
    async def read() -> dict[str, str]:
        async with tools.store() as store:
            return (await store.ledger.bundle()).live

    return asyncio.run(read())


def test_a_version_goes_live(run: Run, tools: FakeTools) -> None:
    result = run("activate", "training-gpu", "1.1.0", "--reason", "wider")
    assert (result.exit_code, result.output) == (0, "live: training-gpu 1.0.0 -> 1.1.0\n")
    assert live(tools) == {"training-gpu": "1.1.0"}
    last = events(tools)[-1]
    assert (last.action, last.previous, last.version, last.why) == ("activated", "1.0.0", "1.1.0", "wider")


def test_what_is_live_already_leaves_no_event(run: Run, tools: FakeTools) -> None:
    before = events(tools)
    result = run("activate", "training-gpu", "1.0.0")
    assert (result.exit_code, result.output) == (0, "live before: training-gpu 1.0.0\n")
    assert events(tools) == before


def test_a_rollback_leads_back_and_a_second_one_forth(run: Run, tools: FakeTools) -> None:
    run("activate", "training-gpu", "1.1.0")
    back = run("rollback", "training-gpu", "--reason", "too wide")
    assert (back.exit_code, back.output) == (0, "live: training-gpu 1.1.0 -> 1.0.0\n")
    assert (live(tools), events(tools)[-1].why) == ({"training-gpu": "1.0.0"}, "too wide")
    assert run("rollback", "training-gpu").stdout == "live: training-gpu 1.0.0 -> 1.1.0\n"


def test_a_retired_rule_has_no_live_version_and_comes_back(run: Run, tools: FakeTools) -> None:
    retired = run("retire", "training-gpu", "--reason", "no more training")
    assert (retired.exit_code, retired.output) == (0, "retired: training-gpu 1.0.0\n")
    assert live(tools) == {}
    assert run("retire", "training-gpu").output == "retired before: training-gpu\n"
    back = run("rollback", "training-gpu")
    assert (back.exit_code, back.output) == (0, "live: training-gpu none -> 1.0.0\n")
    assert live(tools) == {"training-gpu": "1.0.0"}


def test_a_rollback_looks_at_the_history_of_its_rule_only(run: Run, tools: FakeTools) -> None:
    run("activate", "training-gpu", "1.1.0")
    many = [Draft("training-gpu", f"2.0.{number}", wider(f"2.0.{number}")) for number in range(120)]
    fill(tools, *many, Draft("inference-gpu", "1.0.0", shipped("inference-gpu")), live={"inference-gpu": "1.0.0"})
    assert run("rollback", "training-gpu").output == "live: training-gpu 1.1.0 -> 1.0.0\n"
    assert live(tools)["inference-gpu"] == "1.0.0"


def test_nothing_to_go_back_to(run: Run) -> None:
    result = run("rollback", "training-gpu")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: no version of `training-gpu` was live before\n"


def test_moves_as_json(run: Run) -> None:
    words = ["activate training-gpu 1.1.0", "rollback training-gpu", "retire training-gpu"]
    moves = [json.decode(run(*one.split(), "--json").stdout) for one in words]
    assert [(one["before"], one["after"]) for one in moves] == [("1.0.0", "1.1.0"), ("1.1.0", "1.0.0"), ("1.0.0", None)]
    assert {one["rule"] for one in moves} == {"training-gpu"}


@pytest.mark.parametrize("words", ["activate training-gpu 1.1.0", "rollback training-gpu", "retire training-gpu"])
def test_a_change_by_others_meanwhile_ends_it(
    run: Run, tools: FakeTools, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """Another version goes live between the look at what is live and the change."""
    fill(tools, Draft("training-gpu", "1.2.0", wider("1.2.0")), live={"training-gpu": "1.1.0"})
    fill(tools, live={"training-gpu": "1.0.0"})
    act = Activate.__call__

    async def late(self: Activate, rule: str, version: str | None, **how: object) -> object:
        async with tools.store() as store:
            seen = (await store.ledger.bundle()).sequence
            await store.ledger.apply(Change(who="another", seen=seen, moves=(Move(rule, "1.2.0"),)))
        return await act(self, rule, version, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Activate, "__call__", late)
    result = run(*words.split())
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: `training-gpu` is not as the change expects: ")
    assert live(tools) == {"training-gpu": "1.2.0"}


def test_a_rule_that_live_ones_enter_is_not_retired(run: Run, tools: FakeTools) -> None:
    drafts = [Draft(name, "1.0.0", shipped(name)) for name in ("inference-gpu", "choose-gpu")]
    fill(tools, *drafts, live={"inference-gpu": "1.0.0", "choose-gpu": "1.0.0"})
    result = run("retire", "training-gpu")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "`choose-gpu`" in result.stderr
    assert "training-gpu" in live(tools)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param("activate traning-gpu 1.1.0", "the nearest is `training-gpu`", id="a misspelled rule"),
        pytest.param("activate training-gpu 3.0.0", "it has `1.0.0`, `1.1.0`", id="a version that does not exist"),
        pytest.param("retire traning-gpu", "the nearest is `training-gpu`", id="a misspelled rule to retire"),
        pytest.param("rollback traning-gpu", "the nearest is `training-gpu`", id="a misspelled rule to roll back"),
        pytest.param("activate training-gpu", "missing argument `VERSION`", id="no version"),
    ],
)
def test_a_command_that_is_not_right(run: Run, words: str, said: str) -> None:
    result = run(*words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
