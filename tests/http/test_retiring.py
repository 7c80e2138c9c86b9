"""Rules are retired, unless others need them."""

from tests.http.authoring import PLACE, Author, enter, kind, tag
from tests.http.documents import small_job
from tests.http.served import bearer


def test_a_rule_is_retired(author: Author) -> None:
    author.publish(small_job())
    author.activate("1.0.0")
    response = author.retire(tag(small_job()))
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["rules-revision"] == author.parts.live.snapshot.digest
    assert kind(author.ask()) == (404, "rule-not-live")
    assert author.ask(version="1.0.0").status_code == 200
    assert author.retire().status_code == 204
    assert author.log()[2:] == [("retired", "activator", "small-job", "1.0.0", None, "")]
    (version,) = author.client.get(f"{PLACE}/versions").json()["items"]
    assert (version["live"], version["activated"]["who"]) == (False, "activator")


def test_the_reason_of_a_retirement_is_kept(author: Author) -> None:
    author.publish(small_job())
    author.activate("1.0.0")
    headers = {**bearer("activator"), "If-Match": "*"}
    author.client.delete(f"{PLACE}/live?reason=not+needed", headers=headers)
    assert author.log()[2:] == [("retired", "activator", "small-job", "1.0.0", None, "not needed")]


def test_a_rule_that_others_enter_is_not_retired(author: Author) -> None:
    enter(author)
    response = author.retire(tag(small_job()))
    assert kind(response) == (409, "rule-entered")
    assert "`front`" in response.json()["detail"]
    assert len(author.log()) == 4
    assert author.retire("*", rule="front").status_code == 204
    assert author.retire("*").status_code == 204


def test_only_a_rule_that_is_there_is_retired(author: Author) -> None:
    assert kind(author.retire()) == (404, "rule-not-found")
