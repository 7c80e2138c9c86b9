"""Where calls are sent, with which head, how long the answer is waited for, and what can't be sent."""

from contextlib import suppress
from typing import Any

import httpx
import pytest

from service.client import AsyncClient, Client, Unexpected, Unsendable, calls
from service.client.calls import Call
from tests.client.asking import Kind
from tests.client.samples import DECIDED
from tests.client.scripted import URL, Clock, Said, Script


def sent(kind: Kind, clock: Clock, call: Call[Any], url: str = URL, **options: Any) -> httpx.Request:
    script = Script(clock, Said(body=DECIDED))
    with kind(url, transport=script, **options) as asker, suppress(Unexpected):  # only a decision is answered by one
        asker.send(call)
    [request] = script.requests
    return request


@pytest.mark.parametrize(
    ("url", "rule", "expected"),
    [
        pytest.param("http://h:8000", "a", "http://h:8000/v1/decisions/a", id="a host"),
        pytest.param("https://h/", "a", "https://h/v1/decisions/a", id="a slash at the end"),
        pytest.param("http://h/gpu/rules/?x=1#y", "a", "http://h/gpu/rules/v1/decisions/a", id="a path of a proxy"),
        pytest.param("http://h", "../a b/ü?#", "http://h/v1/decisions/..%2Fa%20b%2F%C3%BC%3F%23", id="one segment"),
        pytest.param("http://[::1]:80", "a", "http://[::1]/v1/decisions/a", id="an address of IPv6"),
    ],
)
def test_where_it_is_sent(kind: Kind, clock: Clock, url: str, rule: str, expected: str) -> None:
    assert str(sent(kind, clock, calls.decide(rule, {}), url).url) == expected


def test_the_token_goes_with_each_call(kind: Kind, clock: Clock) -> None:
    call = calls.decide("a", {})
    assert sent(kind, clock, call, token="gr_1_x").headers["authorization"] == "Bearer gr_1_x"  # noqa: S106
    assert "authorization" not in sent(kind, clock, call).headers


@pytest.mark.parametrize(
    ("call", "seconds", "expected"),
    [
        pytest.param(calls.decide("a", {}), 30.0, (5.0, 30.0), id="a question"),
        pytest.param(calls.decide("a", {}), 2.0, (2.0, 2.0), id="a question of the impatient"),
        pytest.param(calls.check(b""), 2.0, (5.0, 600.0), id="what takes longer"),
    ],
)
def test_how_long_an_answer_is_waited_for(
    kind: Kind, clock: Clock, call: Call[Any], seconds: float, expected: tuple[float, float]
) -> None:
    timeout = sent(kind, clock, call, timeout=seconds).extensions["timeout"]
    assert (timeout["connect"], timeout["read"]) == expected


@pytest.mark.parametrize("url", ["ftp://h", "h:8000", "http://", "http://h:port", "file:///etc/passwd", ""])
def test_what_is_no_url_of_a_service(kind: Kind, url: str) -> None:
    with pytest.raises(Unsendable, match="is not a URL"):
        kind(url)


@pytest.mark.parametrize("token", ["a\nb", "tökn", "a\x00"])
def test_what_is_no_token(kind: Kind, token: str) -> None:
    with pytest.raises(Unsendable) as raised:
        kind(URL, token=token)
    assert token not in str(raised.value)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(calls.decide("x" * 70_000, {}), id="a name that is too long"),
        pytest.param(calls.decide("\udcff", {}), id="a name that is no text"),
        pytest.param(calls.decide_by_text("a", {"x": "\udcff"}), id="an input that is no text"),
        pytest.param(calls.decide_by_text("a", {"x": "1" * 70_000}), id="inputs that are too long"),
    ],
)
def test_what_does_not_fit_a_url_is_not_sent(kind: Kind, clock: Clock, call: Call[Any]) -> None:
    script = Script(clock, Said(body=DECIDED))
    with kind(URL, transport=script) as asker, pytest.raises(Unsendable, match="does not fit a URL"):
        asker.send(call)
    assert script.requests == []


def test_each_operation_is_a_method_of_both_clients_by_its_name(clock: Clock) -> None:
    names = {name for name in calls.__all__ if name[0].islower()} - {"answered_as", "verbatim"}
    for client in (Client, AsyncClient):
        assert {name for name in names if getattr(client, name) is not getattr(calls, name)} == set()
    with Client(URL, transport=Script(clock, Said(body=DECIDED))) as one:
        assert one.decide("training-gpu", {}).decision_id == "1"
        assert one.decide.__doc__ == calls.decide.__doc__
