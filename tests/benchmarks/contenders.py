"""Everyone who decides `training-gpu` in this process: the service, zen-engine and regorus."""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path as File
from typing import Any

import regorus
import zen
from msgspec import Struct, json

from service.engine.engine import Engine
from service.engine.program import Program
from service.model.decision import Decision
from tests.benchmarks.jdm import Graph, Path, traced_path
from tests.benchmarks.rules import asking

Answer = tuple[str | None, Path | None]
"""The outcome and the path; no path where none is given."""


class Contender(Struct, frozen=True):
    """Someone who decides: `ask` takes the inputs as a dict, `answer` reads the outcome and the path off its result."""

    name: str
    ask: Callable[[dict[str, Any]], Any]
    answer: Callable[[Any], Answer]


def contenders(program: Program) -> Iterator[Contender]:
    """The service with its memo and without, then the others."""
    yield Contender("gpu-rules", asking(program, Engine()), _decision)
    yield Contender("gpu-rules, memo off", asking(program, Engine(memo_size=0)), _decision)
    yield from _zen()
    yield from _regorus()


def _decision(decision: Decision) -> Answer:
    outcome = decision.outcome.id if decision.outcome else None
    return outcome, tuple((step.node, step.branch) for step in decision.path)


def _zen() -> Iterator[Contender]:
    """Through a loader of documents that are compiled once; a decision object compiles anew in each call."""
    graphs = {"plain": Graph(paths=False).content, "paths": Graph(paths=True).content}
    engine = zen.ZenEngine({"loader": {"type": "static", "content": graphs}})
    name = f"zen-engine {version('zen-engine')}"
    yield Contender(
        f"{name}, path by its trace",
        lambda given: engine.evaluate("plain", given, {"trace": True}),
        lambda result: (result["result"]["outcome"], traced_path(result["trace"])),
    )
    yield Contender(
        f"{name}, path written by hand, no trace",
        lambda given: engine.evaluate("paths", given),
        lambda result: _plain(result["result"]),
    )
    yield Contender(
        f"{name}, outcome only, no trace",
        lambda given: engine.evaluate("plain", given),
        lambda result: (result["result"]["outcome"], None),
    )


def _regorus() -> Iterator[Contender]:
    """Its interpreter, and its virtual machine, which speaks JSON only."""
    file = File(__file__).with_name("training_gpu.rego")
    policy, rule = file.read_text(encoding="utf-8"), "data.training_gpu.decision"
    name = f"regorus {version('gordon-to-regorus')}"
    engine = regorus.Engine()
    engine.add_policy(file.name, policy)
    machine = regorus.Rvm()
    machine.load_program(regorus.Program.compile_from_modules("{}", [(file.name, policy)], [rule]))

    def interpret(given: dict[str, Any]) -> Any:
        engine.set_input(given)
        return engine.eval_rule(rule)

    def execute(given: dict[str, Any]) -> Any:
        machine.set_input_json(json.encode(given).decode())
        return json.decode(machine.execute())

    yield Contender(f"{name}, path written by hand", interpret, _plain)
    yield Contender(f"{name}, path written by hand, virtual machine", execute, _plain)


def _plain(result: Any) -> Answer:
    return result["outcome"], tuple((step["node"], step["branch"]) for step in result["path"])
