"""`gpu-rules terraform`: what Terraform's data source `external` asks, here and of a service, and what it gets."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result
from msgspec import json

from tests.cli.conftest import FakeService, FakeTools
from tests.client.samples import DECIDED, RECOMMENDED

Run = Callable[..., Result]
JOB = {"rule": "training-gpu", "model": "other", "vms": "2", "gpus": "16", "latency_critical": "false"}


def ask(run: Run, query: Any, *words: str) -> Result:
    content = query if isinstance(query, bytes) else json.encode(query)
    return run("terraform", *words, input=content)


def answered(result: Result) -> dict[str, str]:
    """The answer as Terraform reads it, which takes no value but text."""
    assert (result.exit_code, result.stderr) == (0, "")
    return json.decode(result.stdout, type=dict[str, str])


def test_machines_by_the_rules_of_the_directory(run: Run) -> None:
    found = answered(ask(run, {**JOB, "number_format": "bf16", "consumption": "on_demand"}))
    assert (found["machine_type"], found["vms"], found["accelerators_per_vm"]) == ("g2-standard-96", "2", "8")
    assert (found["outcome"], found["rule"], found["rule_version"]) == ("l4", "training-gpu", "1.0.0")


def test_the_same_question_has_the_same_answer(run: Run) -> None:
    assert ask(run, JOB).stdout == ask(run, dict(reversed(JOB.items()))).stdout


def test_what_is_empty_counts_as_not_given(run: Run) -> None:
    empty = dict.fromkeys(("version", "selection", "decide", "region", "max_price_per_hour"), "")
    assert answered(ask(run, {**JOB, **empty, "machine_types": None})) == answered(ask(run, JOB))


def test_a_decision_alone(run: Run) -> None:
    found = answered(ask(run, {**JOB, "decide": "true", "version": "1.0.0"}))
    assert (found["outcome"], found["accelerators"]) == ("l4", '["nvidia-l4"]')
    assert "machine_type" not in found


@pytest.mark.parametrize(
    ("query", "code", "said"),
    [
        pytest.param(b"", 2, "does not hold a JSON object", id="nothing"),
        pytest.param(b"[]", 2, "does not hold a JSON object", id="a list"),
        pytest.param(b'{"rule": "a", "rule": "b"}', 2, "does not hold a JSON object", id="a name that stands twice"),
        pytest.param({"rule": "training-gpu", "vms": 2, "b": []}, 2, "`vms`, `b` is not", id="a number"),
        pytest.param({"vms": "2"}, 2, "names no `rule`", id="no rule"),
        pytest.param({"rule": ""}, 2, "names no `rule`", id="an empty rule"),
        pytest.param({**JOB, "decide": "yes"}, 2, "`decide` is `true` or `false`, not `yes`", id="neither yes nor no"),
        pytest.param({**JOB, "decide": "true", "selection": "gcp-machines"}, 2, "leave one of them out", id="both"),
        pytest.param({"rule": "traning-gpu"}, 2, "the nearest is `training-gpu`", id="an unknown rule"),
        pytest.param({**JOB, "version": "9.0.0"}, 2, "has no version `9.0.0`", id="an unknown version"),
        pytest.param({**JOB, "selection": "gcp"}, 2, "no rule is named `gcp`", id="an unknown selection"),
        pytest.param({**JOB, "vsm": "2"}, 1, "the nearest is `vms`", id="an unknown input"),
        pytest.param({**JOB, "vms": "many"}, 1, "`vms`", id="an input of another type"),
        pytest.param({**JOB, "gpus": ""}, 1, "`gpus` is missing: How many GPUs", id="an input that is needed"),
        pytest.param(
            {**JOB, "decide": "true", "gpus": ""}, 1, "`gpus` is missing", id="an input that is needed to decide"
        ),
    ],
)
def test_what_can_not_be_answered(run: Run, query: Any, code: int, said: str) -> None:
    result = ask(run, query)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
    assert all(line.startswith("error: ") for line in result.stderr.splitlines())


def test_where_no_machine_fits_each_says_why(run: Run) -> None:
    result = ask(run, {**JOB, "memory_gb_per_accelerator": "60"})
    assert (result.exit_code, result.stdout) == (1, "")
    first, *reasons = result.stderr.splitlines()
    assert first.startswith("error: no machine meets all constraints; one change would do: ")
    assert any(one.startswith("error: `g2-standard-96`: its accelerators have 24 GB each") for one in reasons)


def test_a_service_is_asked_with_texts(run: Run, service: FakeService, tools: FakeTools) -> None:
    tools.token, service.body = "gr_1_x", RECOMMENDED
    asked = {**JOB, "version": "1.0.0", "selection": "gcp-machines", "memory.parameters": "7e10", "region": ""}
    found = answered(ask(run, asked, "--server", service.url))
    assert (found["machine_type"], found["price_per_hour"], found["accelerators_per_vm"]) == ("g2-standard-96", "", "8")
    [request] = service.requests
    assert request.method == "GET"
    assert request.path == (
        "/v1/recommendations/training-gpu?version=1.0.0&selection=gcp-machines"
        "&model=other&vms=2&gpus=16&latency_critical=false&memory.parameters=7e10"
    )
    assert request.headers["authorization"] == "Bearer gr_1_x"


def test_a_service_is_asked_for_a_decision_alone(run: Run, service: FakeService) -> None:
    service.body = DECIDED
    assert answered(ask(run, {**JOB, "decide": "true"}, "--server", service.url))["outcome"] == "l4"
    assert service.requests[0].path.startswith("/v1/decisions/training-gpu?model=other")


@pytest.mark.parametrize(
    ("answer", "code", "lines"),
    [
        pytest.param(
            (
                422,
                {
                    "type": "urn:gpu-rules:problem:inputs-rejected",
                    "detail": "two",
                    "errors": [{"code": "a", "path": "$", "message": one} for one in ("first", "second")],
                },
            ),
            1,
            ["first", "second"],
            id="a refusal, each reason on a line",
        ),
        pytest.param((404, {"type": "x:rule-not-found", "detail": "no rule"}), 2, ["no rule"], id="an unknown rule"),
        pytest.param((503, {"type": "x:busy", "detail": "busy"}), 3, ["busy"], id="a service that is busy"),
        pytest.param(
            (200, {**RECOMMENDED, "candidates": []}), 1, ["no machine meets all", "`g2-standard-4`"], id="no machine"
        ),
        pytest.param((200, b"<html>"), 3, ["`http://"], id="something else"),
    ],
)
def test_a_service_that_has_no_answer(run: Run, service: FakeService, answer: Any, code: int, lines: list[str]) -> None:
    service.status, service.body = answer
    result = ask(run, JOB, "--server", service.url)
    assert (result.exit_code, result.stdout) == (code, "")
    said = result.stderr.splitlines()
    assert len(said) >= len(lines) > 0
    assert all(one.startswith(f"error: {words}") for one, words in zip(said, lines, strict=False))


def test_a_query_that_is_too_long_for_a_url_is_not_sent(run: Run, service: FakeService) -> None:
    result = ask(run, {**JOB, "region": "x" * 8000}, "--server", service.url)
    assert (result.exit_code, service.requests) == (2, [])
