"""Formulas backwards over HTTP: what is asked, how it is refused, and that others are answered meanwhile."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from litestar.testing import TestClient

from service.http.app import create_app
from service.usecases.aside import Aside
from tests.http.conftest import Client
from tests.http.served import parts

PROBLEM = "urn:gpu-rules:problem:"
SOLVE = "/v1/decisions/{rule}/solve"
WEIGH = "/v1/decisions/{rule}/sensitivity"
JOB = {"evaluation_period": 14_400, "interruptions": [{"resume": 70, "reschedule": 150}]}
WHOLE = {"evaluation_period": "4 h", "interruptions": [{"since_checkpoint": 900, "resume": 70, "reschedule": 150}]}
TARGET = {"output": "runtime_goodput", "value": 0.95}
BACKWARDS = {"inputs": JOB, "unknown": "interruptions.since_checkpoint", "target": TARGET}


def ask(client: Client, path: str, body: Any, rule: str = "runtime-goodput") -> tuple[int, dict[str, Any]]:
    response = client.post(path.format(rule=rule), json=body)
    return response.status_code, response.json()


def test_a_formula_is_asked_backwards(client: Client) -> None:
    response = client.post(SOLVE.format(rule="runtime-goodput"), json=BACKWARDS)
    assert response.status_code == 200
    found = response.json()
    assert (found["status"], found["value"], found["unit"], found["solutions"]) == ("solved", 642.5, "s", [642.5])
    assert found["reachable"] == [0.0, 14_180 / 14_250]
    assert found["rule"]["name"] == "runtime-goodput"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["rules-revision"].startswith("sha256:")


def test_what_can_not_be_reached_is_an_answer(client: Client) -> None:
    status, found = ask(client, SOLVE, {**BACKWARDS, "target": {**TARGET, "value": 1}})
    assert (status, found["status"], found["value"]) == (200, "unreachable", None)
    assert found["nearest"] == [{"value": 0.0, "output": 14_180 / 14_250}]


def test_the_inputs_of_a_formula_are_weighed(client: Client) -> None:
    status, found = ask(client, WEIGH, {"inputs": WHOLE, "output": "runtime_goodput"})
    assert status == 200
    assert found["influences"][1]["input"] == "interruptions.since_checkpoint"
    assert found["influences"][1]["effects"][0]["derivative"] == pytest.approx(-1 / 14_250)
    status, every = ask(client, WEIGH, {"inputs": WHOLE, "output": None})
    assert (status, "badput" in every["values"]) == (200, True)


@pytest.mark.parametrize("path", [SOLVE, WEIGH])
def test_a_version_can_be_pinned(client: Client, path: str) -> None:
    body = {"inputs": {**JOB} if path == SOLVE else WHOLE, "version": "1.0.0"}
    body |= {"unknown": "interruptions.since_checkpoint", "target": TARGET} if path == SOLVE else {}
    status, found = ask(client, path, body)
    assert (status, found["rule"]["version"]) == (200, "1.0.0")
    assert ask(client, path, {**body, "version": "9.0.0"})[0] == 404


@pytest.mark.parametrize(
    ("path", "rule", "body", "answer"),
    [
        pytest.param(SOLVE, "runtime-goodputt", BACKWARDS, (404, "nearest is `runtime-goodput`"), id="no such rule"),
        pytest.param(SOLVE, "training-gpu", BACKWARDS, (422, "only a formula has outputs"), id="a tree"),
        pytest.param(WEIGH, "goodput-levers", {"inputs": {}}, (422, "only a formula has outputs"), id="advice"),
        pytest.param(SOLVE, "runtime-goodput", {}, (422, "`target` is missing"), id="nothing"),
        pytest.param(
            SOLVE,
            "runtime-goodput",
            {**BACKWARDS, "target": {"output": "runtime_goodput"}},
            (422, "`value` is missing"),
            id="no value",
        ),
        pytest.param(
            SOLVE,
            "runtime-goodput",
            {**BACKWARDS, "target": {**TARGET, "value": True}},
            (422, "`value` must be a number or text, not a boolean"),
            id="a truth value",
        ),
        pytest.param(
            SOLVE,
            "runtime-goodput",
            {**BACKWARDS, "target": {**TARGET, "value": 10**400}},
            (422, "`value` is too large for a number"),
            id="a number that is none",
        ),
        pytest.param(
            SOLVE, "runtime-goodput", {**BACKWARDS, "target": 0.95}, (422, "`target` must be an object"), id="a number"
        ),
        pytest.param(
            SOLVE,
            "runtime-goodput",
            {**BACKWARDS, "target": {**TARGET, "valeu": 1}},
            (422, "`valeu` is not known here; the nearest is `value`"),
            id="a slip of the pen",
        ),
        pytest.param(
            SOLVE, "runtime-goodput", {**BACKWARDS, "unknown": "resum"}, (422, "is not an input"), id="no such input"
        ),
        pytest.param(WEIGH, "runtime-goodput", {"inputs": JOB}, (422, "is missing"), id="an input that is missing"),
        pytest.param(
            WEIGH, "runtime-goodput", {"inputs": WHOLE, "output": 1}, (422, "`output` must be text"), id="no name"
        ),
    ],
)
def test_what_is_refused(client: Client, path: str, rule: str, body: Any, answer: tuple[int, str]) -> None:
    status, problem = ask(client, path, body, rule)
    assert status == answer[0]
    assert answer[1] in problem["detail"]


@pytest.mark.parametrize("path", [SOLVE, WEIGH])
def test_questions_stand_in_the_body_alone(client: Client, path: str) -> None:
    response = client.post(path.format(rule="runtime-goodput") + "?version=1.0.0", json=BACKWARDS)
    assert (response.status_code, [one["code"] for one in response.json()["errors"]]) == (422, ["unknown-parameter"])


def test_a_member_that_stands_twice_is_refused(client: Client) -> None:
    body = b'{"inputs": {}, "unknown": "x", "target": {"output": "y", "value": 1, "value": 2}}'
    response = client.post(
        SOLVE.format(rule="runtime-goodput"), content=body, headers={"Content-Type": "application/json"}
    )
    assert (response.status_code, response.json()["errors"][0]["code"]) == (422, "repeated-member")


class Held(Aside):
    """Begins no work before it is let go."""

    def __init__(self) -> None:
        super().__init__(waiting=0)
        self.begun, self.go = Event(), Event()

    async def __call__(self, work: Any) -> Any:
        def held() -> Any:
            self.begun.set()
            assert self.go.wait(10)
            return work()

        return await super().__call__(held)


@pytest.fixture
def held() -> Iterator[tuple[Client, Held]]:
    aside = Held()
    with TestClient(create_app(parts(aside=aside))) as client:
        yield client, aside


def test_others_are_answered_while_one_formula_is_searched(held: tuple[Client, Held]) -> None:
    client, aside = held
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(ask, client, SOLVE, BACKWARDS)
        assert aside.begun.wait(10)
        assert ask(client, "/v1/decisions/{rule}", {"inputs": WHOLE})[0] == 200
        busy = client.post(WEIGH.format(rule="runtime-goodput"), json={"inputs": WHOLE})
        assert (busy.status_code, busy.json()["type"]) == (503, f"{PROBLEM}busy")
        assert busy.headers["retry-after"] == "2"
        assert ask(client, WEIGH, {"inputs": {}})[0] == 422  # what is wrong is told at once
        aside.go.set()
        assert solving.result(10)[1]["value"] == 642.5
