"""What all changes share: nobody undoes what they have not seen, and nothing is half done."""

import pytest
from litestar.testing import TestClient

from service.errors import BusyError
from service.http.app import create_app
from service.model.rule import digest
from tests.http.authoring import PLACE, YAML, Author, kind, tag
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger, QuickExaminer
from tests.http.served import TOKENS, bearer, parts


@pytest.mark.parametrize(
    ("seen", "answer"),
    [
        pytest.param(None, (428, "expectation-missing"), id="nothing"),
        pytest.param(tag(b"another"), (412, "live-version-moved"), id="another version"),
        pytest.param(f"W/{tag(small_job())}", (412, "live-version-moved"), id="a weak tag"),
        pytest.param('""', (412, "live-version-moved"), id="an empty tag"),
        pytest.param(tag(small_job()), None, id="the live version"),
        pytest.param(f'"x" , {tag(small_job())}', None, id="one of several"),
        pytest.param(digest(small_job()), None, id="the live version without quotes"),
        pytest.param("*", None, id="any version"),
    ],
)
@pytest.mark.parametrize("what", ["activate", "retire"])
def test_a_change_says_what_it_expects(
    author: Author, what: str, seen: str | None, answer: tuple[int, str] | None
) -> None:
    author.publish(small_job())
    author.publish(small_job("1.1.0"), "1.1.0")
    author.activate("1.0.0")
    response = author.activate("1.1.0", seen) if what == "activate" else author.retire(seen)
    if answer is None:
        assert response.status_code == (200 if what == "activate" else 204)
    else:
        assert kind(response) == answer
        assert digest(small_job()) in response.json()["detail"]
        assert len(author.log()) == 3


def test_while_the_store_is_down_rules_are_read_and_asked_but_not_changed(author: Author) -> None:
    author.publish(small_job())
    author.activate("1.0.0")
    author.ledger.down = True
    changes = [
        author.publish(small_job("1.1.0"), "1.1.0"),
        author.activate("1.0.0"),
        author.retire("*"),
        author.client.get("/v1/audit", headers=bearer()),
    ]
    for response in changes:
        assert kind(response) == (503, "store-unavailable")
        assert int(response.headers["retry-after"]) > 0
    assert author.ask().status_code == 200
    for path in (f"{PLACE}/live", f"{PLACE}/versions", "/v1/rules", f"{PLACE}/diff?to=1.0.0"):
        assert author.client.get(path).status_code == 200
    author.ledger.down = False
    assert author.publish(small_job("1.1.0"), "1.1.0").status_code == 201


def test_a_change_does_not_wait_in_the_line_of_those_who_only_ask() -> None:
    crowded = QuickExaminer()
    crowded.failure = BusyError("x")
    chosen = parts(ledger=MemoryLedger(TOKENS), examiner=crowded, gatekeeper=QuickExaminer())
    with TestClient(create_app(chosen)) as client:
        author = Author(client, chosen)
        assert kind(client.post("/v1/check", content=small_job(), headers=YAML)) == (503, "busy")
        assert author.publish(small_job()).status_code == 201
        assert author.activate("1.0.0").status_code == 200
        assert author.retire(seen=tag(small_job())).status_code == 204


def test_an_answer_does_not_wait_for_ever_until_the_change_is_served(
    author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.http.changing.PATIENCE", 0.01)
    author.ledger.changed = lambda _: None
    assert author.publish(small_job()).status_code == 201
    assert kind(author.client.get(f"{PLACE}/versions")) == (404, "rule-not-found")
