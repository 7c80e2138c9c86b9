"""Conversations over HTTP: forms, limits, who may take part, and what is logged."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from structlog.testing import capture_logs

from service.http.app import create_app
from service.usecases.conversing.limits import Limits
from tests.converse.memory import MemoryConversations
from tests.http.places import ledger
from tests.http.served import bearer, parts

Client = TestClient[Litestar]
PROBLEM = "urn:gpu-rules:problem:"
LIMITS = Limits(rule="front", text=100, turns=3, per_person=1)


def served(**chosen: Any) -> Client:
    """A client of two small rules, with narrow limits."""
    return TestClient(create_app(parts(ledger=ledger(), limits=LIMITS, access_log=True, **chosen)))


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with served(stream_seconds=0.01) as one:
        yield one


def kind(response: Any) -> tuple[int, str]:
    """Status and kind of a problem."""
    return response.status_code, response.json()["type"].removeprefix(PROBLEM)


def begin(client: Client, **body: Any) -> str:
    """Start a conversation; the path to it."""
    response = client.post("/v1/conversations", json={"rule": "small-job", **body})
    assert response.status_code == 201
    path: str = response.headers["location"]
    assert path == f"/v1/conversations/{response.json()['id']}"
    return path


def test_from_the_start_to_the_end(client: Client) -> None:
    path = begin(client)
    told = client.post(f"{path}/messages", json={"text": "30 GB"})
    assert told.status_code == 200
    assert (told.json()["stage"], told.json()["outcome"]["id"]) == ("decided", "several")
    assert client.get(path).json() == told.json()
    assert told.headers["cache-control"] == "no-store"
    assert client.head(path).content == b""
    ended = client.delete(path)
    assert (ended.status_code, ended.content) == (204, b"")
    for gone in (client.get(path), client.delete(path), client.get(f"{path}/events")):
        assert kind(gone) == (404, "conversation-not-found")
    assert kind(client.post(f"{path}/messages", json={"text": "16"})) == (404, "conversation-not-found")


def test_a_text_begins_the_rule_that_is_set_for_that(client: Client) -> None:
    told = client.post("/v1/conversations", json={"text": "memory = 30 GB"}).json()
    assert (told["rule"]["name"], told["inputs"]) == ("front", {"memory": 30.0})
    told = client.post("/v1/conversations", json={}).json()
    assert (told["stage"], told["rule"]) == ("choosing", None)
    assert [one["answers"] for one in told["question"]["choices"]] == [{"rule": "front"}, {"rule": "small-job"}]


@pytest.mark.parametrize(
    ("accept", "kind_", "begins"),
    [
        ("text/plain", "text/plain; charset=utf-8", "How much memory does the job need? (GB)"),
        ("text/markdown, */*;q=0.1", "text/markdown; charset=utf-8", "**How much memory does the job need? \\(GB\\)**"),
        ("image/png", "application/json", '{"turn":1'),
    ],
)
def test_a_reply_comes_in_the_form_that_is_preferred(client: Client, accept: str, kind_: str, begins: str) -> None:
    response = client.get(begin(client), headers={"Accept": accept})
    assert response.headers["content-type"] == kind_
    assert response.headers["vary"] == "Accept"
    assert response.text.startswith(begins)


WRONG = [
    ("nothing", {}, "$"),
    ("a member that is not known", {"text": "a", "message": "b"}, "$"),
    ("a text that is a number", {"text": 3}, "$.text"),
    ("a text that is too long", {"text": "x" * 101}, "$.text"),
    ("answers that are a list", {"answers": []}, "$.answers"),
    ("an input that the rule has not", {"answers": {"memroy": 3}}, "$.answers.memroy"),
    ("a value out of range", {"answers": {"memory": -1}}, "$.answers.memory"),
    ("an empty name of a message", {"text": "a", "message_id": ""}, "$.message_id"),
    ("a long name of a message", {"text": "a", "message_id": "x" * 201}, "$.message_id"),
]


@pytest.mark.parametrize(("body", "path"), [pytest.param(*row[1:], id=row[0]) for row in WRONG])
def test_what_is_said_in_a_wrong_form_is_refused_and_changes_nothing(client: Client, body: Any, path: str) -> None:
    place = begin(client)
    response = client.post(f"{place}/messages", json=body)
    assert response.status_code == 422
    assert [one["path"] for one in response.json()["errors"]] == [path]
    assert client.get(place).json()["turn"] == 1


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({"rule": "small-jib"}, (404, "rule-not-found")),
        ({"rule": "small-job", "version": "9.9.9"}, (404, "version-not-found")),
        ({"version": "1.0.0"}, (422, "request-rejected")),
        ({"rule": "front", "version": "1.0.0"}, (409, "version-unusable")),
        ({"rule": "small-job", "user": ""}, (422, "request-rejected")),
    ],
)
def test_what_can_not_be_begun(client: Client, body: Any, answer: tuple[int, str]) -> None:
    assert kind(client.post("/v1/conversations", json=body)) == answer


def test_a_message_that_is_sent_again_is_answered_alike(client: Client) -> None:
    path = begin(client)
    told = [client.post(f"{path}/messages", json={"text": "30 GB", "message_id": "m1"}) for _ in range(3)]
    assert [one.json()["turn"] for one in told] == [2, 2, 2]
    assert [one.json().pop("repeated") for one in told] == [False, True, True]
    assert {**told[2].json(), "repeated": False} == told[0].json()


def test_limits_have_kinds_of_their_own(client: Client) -> None:
    path = begin(client, user="me")
    refused = client.post("/v1/conversations", json={"user": "me"})
    assert kind(refused) == (429, "too-many-conversations")
    assert 29 * 86_400 < int(refused.headers["retry-after"]) <= 30 * 86_400 + 1
    assert client.post("/v1/conversations", json={"user": "you"}).status_code == 201
    for turn in (2, 3):
        assert client.post(f"{path}/messages", json={"text": "why"}).json()["turn"] == turn
    assert kind(client.post(f"{path}/messages", json={"text": "why"})) == (422, "conversation-full")
    with served(conversation_body_limit=1_000) as small:
        large = small.post("/v1/conversations", json={"text": "x" * 1_000})
        assert kind(large) == (413, "request-too-large")


def test_where_deciding_is_closed_a_token_for_it_is_needed() -> None:
    with served(closed=True) as closed:
        for headers, answer in (({}, (401, "token-needed")), (bearer("reader"), (403, "scope-needed"))):
            assert kind(closed.post("/v1/conversations", json={}, headers=headers)) == answer
            assert kind(closed.get("/v1/conversations/c_1", headers=headers)) == answer
        begun = closed.post("/v1/conversations", json={"rule": "small-job"}, headers=bearer("asker"))
        assert begun.status_code == 201
        path = f"{begun.headers['location']}/messages"
        assert kind(closed.post(path, json={"text": "16"})) == (401, "token-needed")
        assert closed.post(path, json={"text": "16"}, headers=bearer("asker")).status_code == 200


def test_without_the_store_conversations_rest_and_decisions_go_on() -> None:
    store = MemoryConversations()
    with served(conversations=store) as client:
        path = begin(client)
        store.down = True
        for away in (
            client.post("/v1/conversations", json={}),
            client.post(f"{path}/messages", json={"text": "16"}),
            client.get(path),
            client.delete(path),
            client.get(f"{path}/events"),
        ):
            assert kind(away) == (503, "store-unavailable")
            assert "decisions need none" in away.json()["detail"]
            assert int(away.headers["retry-after"]) > 0
        assert client.get("/v1/decisions/small-job?memory=16").status_code == 200
        store.down = False
        assert client.get(path).status_code == 200


def test_no_identity_is_logged(client: Client) -> None:
    with capture_logs() as logs:
        path = begin(client)
        client.get(path)
        client.post(f"{path}/messages", json={})
        client.get(f"{path}/events")
        client.get(f"{path}/nowhere")
        client.delete(path)
    paths = {one["path"] for one in logs}
    assert "/v1/conversations/.../messages" in paths
    assert path.rpartition("/")[2] not in str(logs)


def test_links_lead_to_the_answer_and_to_the_way_there(client: Client) -> None:
    path = begin(client, answers={"memory": 30})
    share = client.post(f"{path}/messages", json={"text": "share"}).json()["share"]
    assert client.get(share["decision"]).json()["outcome"]["id"] == "several"
    assert client.get(share["diagram"]).text.startswith("flowchart")
    assert share["record"].startswith("/v1/records/")
