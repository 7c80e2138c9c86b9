"""The audit log, page by page."""

import asyncio
from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from service.http.app import create_app
from service.model.publication import Change, Draft, Move
from tests.http.conftest import Client
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger
from tests.http.served import TOKENS, bearer, parts

AUDIT = "/v1/audit"


@pytest.fixture(scope="module")
def audited() -> Iterator[Client]:
    """Seven events, three of them about `other`."""
    ledger = MemoryLedger(TOKENS)
    first = (Draft("small-job", "1.0.0", small_job()), Draft("other", "1.0.0", b"x"), Draft("other", "1.1.0", b"y"))
    ledger.make(Change(who="me", seen=0, drafts=first, moves=(Move("small-job", "1.0.0"),), why="a first try"))
    ledger.make(Change(who="you", seen=4, moves=(Move("small-job", None),)))
    ledger.make(Change(who="you", seen=5, moves=(Move("small-job", "1.0.0"),), drafts=(Draft("other", "2.0.0", b"z"),)))
    chosen = parts(ledger=MemoryLedger(TOKENS))
    with TestClient(create_app(parts(ledger=ledger, live=chosen.live))) as client:
        yield client


def sequences(client: Client, query: str) -> tuple[list[int], str | None]:
    """The events of a page, and its cursor."""
    page = client.get(f"{AUDIT}?{query}", headers=bearer("reader")).json()
    return [one["sequence"] for one in page["items"]], page["next"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ([7, 6, 5, 4, 3, 2, 1], None)),
        ("limit=7", ([7, 6, 5, 4, 3, 2, 1], None)),
        ("limit=3", ([7, 6, 5], "5")),
        ("limit=3&next=5", ([4, 3, 2], "2")),
        ("limit=3&next=2", ([1], None)),
        ("next=1", ([], None)),
        ("rule=other", ([6, 3, 2], None)),
        ("rule=other&limit=2", ([6, 3], "3")),
        ("rule=other&limit=2&next=3", ([2], None)),
        ("next=999999999999999999", ([7, 6, 5, 4, 3, 2, 1], None)),
    ],
)
def test_a_page(audited: Client, query: str, expected: tuple[list[int], str | None]) -> None:
    assert sequences(audited, query) == expected


def test_a_name_that_nothing_was_ever_changed_under_is_not_found(audited: Client) -> None:
    refused = audited.get(f"{AUDIT}?rule=othr", headers=bearer("reader"))
    assert (refused.status_code, refused.json()["type"]) == (404, "urn:gpu-rules:problem:rule-not-found")


def test_an_event_says_what_who_when_and_why(audited: Client) -> None:
    items = audited.get(f"{AUDIT}?rule=small-job", headers=bearer("reader")).json()["items"]
    told = [(one["action"], one["who"], one["version"], one["previous"], one["why"]) for one in items]
    assert told == [
        ("activated", "you", "1.0.0", None, ""),
        ("retired", "you", None, "1.0.0", ""),
        ("activated", "me", "1.0.0", None, "a first try"),
        ("published", "me", "1.0.0", None, "a first try"),
    ]
    assert [one["at"] for one in items] == sorted((one["at"] for one in items), reverse=True)


@pytest.mark.parametrize(
    ("query", "code", "path"),
    [
        ("limit=0", "out-of-range", "$.query.limit"),
        ("limit=101", "out-of-range", "$.query.limit"),
        ("next=x", "unknown-cursor", "$.query.next"),
        ("next=-1", "unknown-cursor", "$.query.next"),
        ("next=%D9%A3", "unknown-cursor", "$.query.next"),
        ("next=9999999999999999999", "unknown-cursor", "$.query.next"),
        ("name=x", "unknown-parameter", "$.query.name"),
    ],
)
def test_what_no_page_has(audited: Client, query: str, code: str, path: str) -> None:
    response = audited.get(f"{AUDIT}?{query}", headers=bearer("reader"))
    assert response.status_code == 422
    assert [(one["code"], one["path"]) for one in response.json()["errors"]] == [(code, path)]


def test_the_log_is_not_to_be_kept(audited: Client) -> None:
    response = audited.get(AUDIT, headers=bearer("asker"))
    assert (response.status_code, response.headers["cache-control"]) == (200, "no-store")


def test_the_ledger_in_memory_counts_without_a_gap() -> None:
    ledger = MemoryLedger()
    for number in range(5):
        ledger.make(Change(who="me", seen=number, drafts=(Draft("small-job", f"1.{number}.0", b"x"),)))
    assert [one.sequence for one in asyncio.run(ledger.events())] == [5, 4, 3, 2, 1]
