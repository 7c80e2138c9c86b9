"""Versions go live and back, and tell since when."""

from typing import Any

import pytest

from service.model.rule import digest
from tests.http.authoring import PLACE, Author, enter, kind, tag
from tests.http.documents import small_job
from tests.http.served import bearer


def test_a_version_goes_live_and_back(author: Author) -> None:
    old, new = small_job(), small_job("1.1.0", limit=48.0)
    author.publish(old)
    first = author.activate("1.0.0", reason="a first try")
    assert (first.status_code, first.headers["etag"], first.json()["previous"]) == (200, tag(old), None)
    assert author.ask().json()["outcome"]["id"] == "several"
    author.publish(new, "1.1.0")
    second = author.activate("1.1.0", tag(old), reason="a larger GPU")
    assert (second.status_code, second.headers["etag"], second.json()["previous"]) == (200, tag(new), "1.0.0")
    assert author.ask().json()["outcome"]["id"] == "one"
    assert author.ask(version="1.0.0").json()["outcome"]["id"] == "several"
    back = author.activate("1.0.0", tag(new), reason="it was none")
    assert (back.status_code, back.json()["previous"]) == (200, "1.1.0")
    assert author.ask().json()["outcome"]["id"] == "several"
    assert author.log() == [
        ("published", "publisher", "small-job", None, "1.0.0", ""),
        ("activated", "activator", "small-job", None, "1.0.0", "a first try"),
        ("published", "publisher", "small-job", None, "1.1.0", ""),
        ("activated", "activator", "small-job", "1.0.0", "1.1.0", "a larger GPU"),
        ("activated", "activator", "small-job", "1.1.0", "1.0.0", "it was none"),
    ]


def test_the_answer_to_a_change_is_by_the_rules_as_they_are_then(author: Author) -> None:
    author.publish(small_job())
    before = author.parts.live.snapshot.digest
    revision = author.activate("1.0.0").headers["rules-revision"]
    assert revision == author.parts.live.snapshot.digest != before
    assert author.ask().headers["rules-revision"] == revision


def test_what_is_live_and_since_when_is_told(author: Author) -> None:
    author.publish(small_job())
    made = author.activate("1.0.0", reason="a first try").json()
    response = author.client.get(f"{PLACE}/live")
    assert response.headers["etag"] == tag(small_job())
    assert response.headers["cache-control"] == "no-store"
    live = response.json()
    assert (live["rule"], live["version"], live["digest"]) == ("small-job", "1.0.0", digest(small_job()))
    assert live["activated"] == made["activated"]
    assert (live["activated"]["who"], live["activated"]["why"]) == ("activator", "a first try")
    (version,) = author.client.get(f"{PLACE}/versions").json()["items"]
    assert (version["live"], version["author"], version["activated"]) == (True, "publisher", live["activated"])


@pytest.mark.parametrize("seen", ["*", tag(small_job())])
def test_where_nothing_is_live_nothing_else_can_be_expected(author: Author, seen: str) -> None:
    author.publish(small_job())
    assert kind(author.activate("1.0.0", seen)) == (412, "live-version-moved")
    assert author.activate("1.0.0").status_code == 200


@pytest.mark.parametrize("seen", [None, tag(small_job()), tag(b"another"), "*"])
def test_what_is_live_already_is_no_change(author: Author, seen: str | None) -> None:
    author.publish(small_job())
    first = author.activate("1.0.0", reason="a first try")
    again = author.activate("1.0.0", seen, reason="once more")
    assert (again.status_code, again.json()) == (200, first.json())
    assert len(author.log()) == 2


def test_rules_that_enter_the_one_that_goes_live_are_examined_with_it(author: Author) -> None:
    enter(author)
    whole = small_job("2.0.0", limit="24").replace(b"type: number", b"type: integer")
    assert author.publish(whole, "2.0.0").status_code == 201
    response = author.activate("2.0.0", tag(small_job()))
    assert kind(response) == (422, "rule-rejected")
    assert {one["message"].partition(":")[0] for one in response.json()["errors"]} == {"front/1.0.0.yaml"}
    assert author.client.get(f"{PLACE}/live").json()["version"] == "1.0.0"


@pytest.mark.parametrize(
    ("rule", "version", "answer"),
    [
        ("small-job", "1.1.0", (404, "version-not-found")),
        ("small-job", "", (404, "version-not-found")),
        ("smal-job", "1.0.0", (404, "rule-not-found")),
    ],
)
def test_only_a_version_that_is_there_goes_live(
    author: Author, rule: str, version: str, answer: tuple[int, str]
) -> None:
    author.publish(small_job())
    assert kind(author.activate(version, rule=rule)) == answer


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, ("missing-member", "$.version")),
        ({"version": 1.0}, ("wrong-type", "$.version")),
        ({"version": "1.0.0", "reason": ["x"]}, ("wrong-type", "$.reason")),
        ({"version": "1.0.0", "reason": "x" * 1001}, ("out-of-range", "$.reason")),
        ({"version": "1.0.0", "why": "x"}, ("unknown-member", "$")),
    ],
)
def test_an_activation_has_a_form(author: Author, body: dict[str, Any], error: tuple[str, str]) -> None:
    response = author.client.put(f"{PLACE}/live", json=body, headers=bearer())
    assert kind(response) == (422, "request-rejected")
    assert [(one["code"], one["path"]) for one in response.json()["errors"]] == [error]
