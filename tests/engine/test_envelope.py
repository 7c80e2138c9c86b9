"""The sharp edges of durable-rules 2.0.28 that runs could meet, one by one: how the door keeps away from them."""

import re
import resource
import sys
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from durable import engine
from msgspec import json

from service.engine import durable
from service.engine.durable import Production, QuietHost, Ruleset, compile_ruleset
from service.errors import EngineError
from tests.engine.recording import recorded

ROOT = Path(__file__).parents[2]
MEGABYTE = 2**20


def chain(length: int) -> Ruleset:
    """Positions with a branch to stop at, each leading to the next otherwise."""
    following = [(f"n{index + 1}",) for index in range(length - 1)]
    return compile_ruleset(
        production
        for index, then in enumerate([*following, ()])
        for production in (
            Production(f"n{index}_holds", ({"at": f"n{index}", "b0": "T"},), (), 1),
            Production(f"n{index}_none", ({"at": f"n{index}"},), then, 9),
        )
    )


def way_to(index: int) -> tuple[str, ...]:
    return (*(f"n{one}_none" for one in range(index)), f"n{index}_holds")


def peak_memory() -> int:
    """The most memory that this process has had so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def test_no_thread_is_started() -> None:
    before = threading.enumerate()
    QuietHost()
    assert chain(3).fire(["n0"], {}) == ("n0_none", "n1_none", "n2_none")
    assert threading.enumerate() == before
    assert not [one for one in threading.enumerate() if isinstance(one, threading.Timer)]


def test_many_threads_at_once_get_right_answers() -> None:
    ruleset, together = chain(20), threading.Barrier(8)

    def ask(index: int) -> tuple[str, ...]:
        if index < 8:
            together.wait(timeout=30)
        return ruleset.fire(["n0"], {f"n{index % 20}": {"b0": "T"}})

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(2000))) == [way_to(index % 20) for index in range(2000)]


def test_more_runs_than_the_engine_has_sessions_leave_nothing_behind() -> None:
    ruleset = chain(13)
    verdicts = [[index >> bit & 1 for bit in range(13)] for index in range(5000)]
    before = peak_memory()
    tracemalloc.start()
    for held in verdicts:
        stops = {f"n{bit}": {"b0": "T"} for bit in range(13) if held[bit]}
        assert ruleset.fire(["n0"], stops)[-1] == (f"n{held.index(1)}_holds" if 1 in held else "n12_none")
    python, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert python < MEGABYTE
    assert peak_memory() - before < 50 * MEGABYTE, "5,000 sessions of 89 KiB would be 435 MB"


def test_no_state_is_left_after_a_run() -> None:
    ruleset = chain(2)
    ruleset.fire(["n0"], {})
    for left in (durable._host.get_state, durable._host.get_facts, durable._host.get_pending_events):
        with pytest.raises(engine.durable_rules_engine.error, match="309"):  # there is no such session
            left(ruleset._name, "run")


def test_a_run_never_sees_the_facts_of_another() -> None:
    ruleset = compile_ruleset([Production("both", ({"at": "v0"}, {"at": "v1"}))], facts=True)
    for _ in range(20):
        assert ruleset.fire(["v0"], {}) == ()
        assert ruleset.fire(["v1"], {}) == ()
        assert ruleset.fire(["v1", "v0"], {}) == ("both",)


def test_a_session_in_which_nothing_fired_can_be_deleted() -> None:
    with recorded() as crossings:
        ruleset = compile_ruleset([Production("both", ({"at": "v0"}, {"at": "v1"}))], facts=True)
        calls = [one.function for one in crossings.all]
        assert calls.index("complete_and_start_action") < calls.index("delete_state"), "the first session fired"
        assert ruleset.fire(["v0"], {}) == ()
        assert crossings.all[-1].function == "delete_state"


def test_the_same_message_again_is_not_taken_for_a_duplicate() -> None:
    ruleset = chain(2)
    assert [ruleset.fire(["n0"], {"n1": {"b0": "T"}}) for _ in range(3)] == [way_to(1)] * 3


def test_a_message_that_nothing_matches_is_an_error_of_its_own_and_the_next_run_is_right() -> None:
    ruleset = chain(2)
    with pytest.raises(EngineError, match=r"the inference engine failed: .*n7"):
        ruleset.fire(["n7"], {})
    assert ruleset.fire(["n0"], {"n0": {"b0": "T"}}) == way_to(0)


class Failing(dict[str, dict[str, str]]):
    """Verdicts that fail inside the engine's action, when the second position is looked up."""

    def get(self, key: str, *_: object) -> dict[str, str]:
        if key == "n1":
            message = "inside the action"
            raise ArithmeticError(message)
        return {}


def test_an_exception_that_the_engine_swallows_comes_out_and_the_next_run_is_right() -> None:
    ruleset = chain(3)
    with pytest.raises(EngineError, match="swallowed an exception: exception caught inside the action"):
        ruleset.fire(["n0"], Failing())
    assert ruleset.fire(["n0"], {"n2": {"b0": "T"}}) == way_to(2)


def test_an_event_fires_one_rule_the_lowest_priority_and_a_fact_fires_all() -> None:
    rules = [Production(f"r{one}", ({"at": "n0"},), (), 9 - one) for one in range(3)]
    assert compile_ruleset(rules).fire(["n0"], {}) == ("r2",)
    assert compile_ruleset(rules, facts=True).fire(["n0"], {}) == ("r2", "r1", "r0")


def test_the_same_rules_are_compiled_once_and_never_changed() -> None:
    rules = [Production("r", ({"at": "n0"},), (), 1)]
    before = json.encode(rules)
    with recorded() as crossings:
        assert compile_ruleset(rules) is compile_ruleset(iter([Production("r", ({"at": "n0"},), (), 1)]))
        assert compile_ruleset(rules, facts=True) is not compile_ruleset(rules)
        assert len(crossings.definitions) == 2
    assert json.encode(rules) == before


def test_an_action_posts_to_no_other_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    posted: list[list[str]] = []
    original = engine.Closure.post

    def post(action: engine.Closure, *message: dict[str, str]) -> None:
        posted.append([one["at"] for one in message])
        original(action, *message)

    monkeypatch.setattr(engine.Closure, "post", post)
    assert chain(3).fire(["n0"], {}) == ("n0_none", "n1_none", "n2_none")
    assert posted == [["n1"], ["n2"]], "one argument: the message, and no name of a ruleset before it"


def test_the_language_that_shadows_all_and_any_is_never_imported() -> None:
    assert "durable.lang" not in sys.modules


@pytest.mark.parametrize("name", ["Makefile", "Dockerfile"])
def test_the_engine_is_built_with_optimization(name: str) -> None:
    assert re.search(r'CPPFLAGS\s*:?=\s*"?-O2\b', (ROOT / name).read_text(encoding="utf-8"))
