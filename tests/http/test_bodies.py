"""Bodies as they travel: in pieces, too large, broken off, and nested without end."""

import asyncio

import pytest
from litestar import Litestar

from tests.http.asking import Asked, Message, body
from tests.http.conftest import Client
from tests.http.served import served

PATH = "/v1/decisions/training-gpu"
QUESTION = b'{"inputs": {"model": "small"}}'
LIMIT = 100


@pytest.fixture(scope="module")
def app() -> Litestar:
    return served(body_limit=LIMIT, batch_body_limit=2 * LIMIT)


@pytest.mark.parametrize(
    ("messages", "headers", "status", "unread"),
    [
        pytest.param(body(QUESTION), {}, 200, 0, id="a body in one piece"),
        pytest.param(body(QUESTION[:5], QUESTION[5:]), {}, 200, 0, id="a body in two pieces"),
        pytest.param(body(QUESTION, b""), {}, 200, 0, id="a body whose end comes by itself"),
        pytest.param(
            body(QUESTION, b""), {"content_length": str(len(QUESTION))}, 200, 1, id="a declared length is its end"
        ),
        pytest.param(body(QUESTION, b" " * LIMIT, b" "), {}, 413, 1, id="a body that grows over the limit"),
        pytest.param(body(b" " * (LIMIT + 1)), {}, 413, 0, id="one byte over the limit"),
        pytest.param(body(QUESTION.ljust(LIMIT)), {}, 200, 0, id="exactly the limit"),
        pytest.param(body(b""), {"content_length": "101"}, 413, 1, id="a declared length over the limit"),
        pytest.param(body(b""), {"content_length": "9" * 5000}, 413, 1, id="a declared length beyond all measure"),
        pytest.param(body(QUESTION[:9], ended=False), {}, 400, 0, id="a caller that hangs up"),
    ],
)
def test_a_body(app: Litestar, messages: list[Message], headers: dict[str, str], status: int, unread: int) -> None:
    asked = asyncio.run(Asked(PATH, messages, content_type="application/json", **headers).of(app))
    assert asked.status == status, asked.answer
    assert len(asked.unread) == unread


def test_a_batch_has_a_limit_of_its_own(app: Litestar) -> None:
    large = b'{"items": []}'.ljust(LIMIT + 1)
    asked = asyncio.run(Asked(f"{PATH}/batch", body(large), content_type="application/json").of(app))
    assert (asked.status, asked.answer["results"]) == (200, [])


def test_a_body_of_five_megabytes_is_too_large(client: Client) -> None:
    response = client.post(PATH, content=b"[" * 5_000_000, headers={"content-type": "application/json"})
    assert response.status_code == 413
    assert response.json()["type"] == "urn:gpu-rules:problem:request-too-large"
    assert response.json()["detail"] == "the body has more than 1000000 bytes, which is the limit here"


NESTED = [1, 10, 500, *range(880, 1_000), 10_000, 100_000]
"""Around the depth at which the interpreter gives up, every depth: where exactly depends on who calls."""


def test_no_nesting_breaks_the_service(client: Client) -> None:
    contents = [b'{"inputs": {"vms": %b%b}}' % (b"[" * depth, b"]" * depth) for depth in NESTED]
    responses = [client.post(PATH, content=one, headers={"content-type": "application/json"}) for one in contents]
    kinds = {response.json()["type"].removeprefix("urn:gpu-rules:problem:") for response in responses}
    assert kinds == {"inputs-rejected", "malformed-request"}


def test_no_nesting_in_a_query_breaks_the_service(client: Client) -> None:
    responses = [client.get(f"{PATH}?vms={'[' * depth}{']' * depth}") for depth in NESTED if depth < 2_000]
    assert {response.json()["type"] for response in responses} == {"urn:gpu-rules:problem:inputs-rejected"}


def test_half_a_character_is_malformed(client: Client) -> None:
    content = b'{"inputs": {"model": "\\ud800"}}'
    assert client.post(PATH, content=content, headers={"content-type": "application/json"}).status_code == 400


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ('{"inputs": {"vms": 1, "vms": 8, "model": "other"}}', "vms"),
        ('{"inputs": {"vms": 1}, "inputs": {"vms": 8}}', "inputs"),
        ('{"inputs": {"model": "small", "model": "small"}, "version": null}', "model"),
    ],
    ids=["an input", "all inputs", "the same value"],
)
def test_what_stands_twice_is_refused(client: Client, content: str, name: str) -> None:
    response = client.post(PATH, content=content, headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert response.json()["errors"] == [
        {"code": "repeated-member", "path": "$", "message": f"`{name}` stands twice in one object"}
    ]


@pytest.mark.parametrize(
    "content",
    ['{"inputs": {"model": null, "vms": 8}, "version": null}', '{"inputs": {"mo\\u0064el": "other", "vms" : 8}}'],
    ids=["nulls", "an escaped name"],
)
def test_what_stands_once_is_read(client: Client, content: str) -> None:
    assert client.post(PATH, content=content, headers={"content-type": "application/json"}).status_code == 200
