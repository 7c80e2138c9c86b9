"""When a client asks again, how often, and after which pause."""

from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from msgspec import Struct, structs

from service.client import NEVER, ClientError, Refused, Retries, Unreachable, calls
from service.client.calls import Call
from service.client.retries import PATIENT
from service.model.decision import Decision
from tests.client.asking import Kind
from tests.client.samples import BUSY, DECIDED
from tests.client.scripted import URL, Clock, Said, Script

DECIDE = calls.decide("training-gpu", {"vms": 3})
ONCE: Call[Decision] = structs.replace(DECIDE, repeatable=False)
GOOD = Said(body=DECIDED)


def status(number: int, after: str = "", takes: float = 0.0) -> Said:
    return Said(status=number, body=BUSY, headers={"retry-after": after} if after else {}, takes=takes)


class Told(Struct):
    """What came of a call: how often it was sent, the pauses between, and how it ended."""

    sent: int
    pauses: list[float]
    end: Decision | ClientError


def ask(
    kind: Kind, clock: Clock, says: Sequence[Any], call: Call[Decision] = DECIDE, retries: Retries = PATIENT
) -> Told:
    script = Script(clock, *says)
    with kind(URL, transport=script, retries=retries) as asker:
        try:
            end: Decision | ClientError = asker.send(call)
        except ClientError as error:
            end = error
    assert all(one.closed for one in script.bodies)
    assert len({one.content for one in script.requests}) == 1
    return Told(len(script.requests), clock.pauses, end)


@pytest.mark.parametrize("call", [DECIDE, calls.decide_by_text("training-gpu", {"vms": "3"})], ids=["POST", "GET"])
@pytest.mark.parametrize(
    ("first", "sent"),
    [
        pytest.param(status(429), 2, id="too many requests"),
        pytest.param(status(502), 2, id="a proxy has lost the service"),
        pytest.param(status(503), 2, id="the service is busy"),
        pytest.param(status(504), 2, id="a proxy has waited for long enough"),
        pytest.param(Said(status=503, body=b"<html>"), 2, id="a page of a proxy"),
        pytest.param(httpx.ConnectError, 2, id="no connection"),
        pytest.param(httpx.ConnectTimeout, 2, id="no connection in time"),
        pytest.param(httpx.ReadError, 2, id="the connection breaks"),
        pytest.param(httpx.RemoteProtocolError, 2, id="the service hangs up"),
        pytest.param(Said(body=DECIDED, breaks=True), 2, id="the answer breaks off"),
        pytest.param(status(500), 1, id="a bug"),
        pytest.param(status(501), 1, id="something that is not there"),
        pytest.param(status(404), 1, id="an unknown rule"),
        pytest.param(status(409), 1, id="a conflict"),
        pytest.param(status(422), 1, id="inputs that do not fit"),
        pytest.param(status(302), 1, id="a redirect"),
        pytest.param(Said(body=b"<html>"), 1, id="an answer of something else"),
        pytest.param(httpx.ReadTimeout, 1, id="no answer in time"),
        pytest.param(httpx.LocalProtocolError, 1, id="a request that is none"),
    ],
)
def test_what_is_asked_again(kind: Kind, clock: Clock, call: Call[Decision], first: Any, sent: int) -> None:
    told = ask(kind, clock, [first, GOOD], call)
    assert (told.sent, len(told.pauses), isinstance(told.end, Decision)) == (sent, sent - 1, sent > 1)


@pytest.mark.parametrize(
    ("first", "sent"),
    [
        pytest.param(status(429), 2, id="it was refused"),
        pytest.param(httpx.ConnectError, 2, id="it was not sent"),
        pytest.param(httpx.ConnectTimeout, 2, id="it was not sent in time"),
        pytest.param(status(502), 1, id="a proxy does not know"),
        pytest.param(status(503), 1, id="the service may have begun"),
        pytest.param(status(504), 1, id="the service may have gone on"),
        pytest.param(httpx.ReadError, 1, id="the answer got lost"),
        pytest.param(httpx.RemoteProtocolError, 1, id="the service hung up"),
    ],
)
def test_what_must_not_be_done_twice_is_asked_again_only_if_it_was_not_done(
    kind: Kind, clock: Clock, first: Any, sent: int
) -> None:
    assert ask(kind, clock, [first, GOOD], ONCE).sent == sent


def test_the_last_refusal_is_the_one_that_is_told(kind: Kind, clock: Clock) -> None:
    told = ask(kind, clock, [httpx.ConnectError, status(502), status(503)])
    assert (told.sent, len(told.pauses)) == (4, 3)
    assert isinstance(told.end, Refused)
    assert (told.end.status, told.end.kind, told.end.detail) == (503, "busy", "as many as may be at once")


def test_a_service_that_is_never_there(kind: Kind, clock: Clock) -> None:
    told = ask(kind, clock, [httpx.ConnectError])
    assert (told.sent, type(told.end), str(told.end)) == (4, Unreachable, f"no answer from `{URL}`: broken")


def test_retries_can_be_left_out(kind: Kind, clock: Clock) -> None:
    assert ask(kind, clock, [status(503), GOOD], retries=NEVER).sent == 1


@pytest.mark.parametrize(
    ("after", "pause"),
    [
        pytest.param("2", 2.0, id="seconds"),
        pytest.param(" 7 ", 7.0, id="seconds with blanks around"),
        pytest.param("10", 10.0, id="as long as a pause may be"),
    ],
)
def test_the_pause_is_the_one_that_the_service_asks_for(kind: Kind, clock: Clock, after: str, pause: float) -> None:
    told = ask(kind, clock, [status(503, after), GOOD])
    assert (told.pauses, told.sent) == ([pause], 2)


def test_a_service_may_name_the_moment(kind: Kind, clock: Clock) -> None:
    told = ask(kind, clock, [status(429, "Fri, 31 Dec 1999 23:59:59 GMT"), GOOD])
    assert told.sent == 2
    assert told.pauses[0] <= 0.5


@pytest.mark.parametrize("after", ["11", "3600", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_service_that_asks_for_a_longer_pause_is_not_asked_again(kind: Kind, clock: Clock, after: str) -> None:
    told = ask(kind, clock, [status(429, after), GOOD])
    assert (told.sent, told.pauses) == (1, [])
    assert isinstance(told.end, Refused)
    assert told.end.retry_after is not None
    assert told.end.retry_after > 10


@pytest.mark.parametrize("after", ["soon", "-1", "1.5", "٣", "Mon, 01 Jan 2024 00:00:00 +" + "9" * 30])
def test_a_pause_that_can_not_be_read_is_passed_over(kind: Kind, clock: Clock, after: str) -> None:
    told = ask(kind, clock, [status(503, after)])
    assert told.sent == 4
    assert isinstance(told.end, Refused)
    assert told.end.retry_after is None


def test_pauses_grow_and_are_left_to_chance(kind: Kind, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, float]] = []

    def longest(low: float, high: float) -> float:
        drawn.append((low, high))
        return high

    monkeypatch.setattr("httpx_retries.retry.random.uniform", longest)
    told = ask(kind, clock, [status(503)], retries=Retries(times=6, pause=0.5))
    assert told.pauses == [1.0, 2.0, 4.0, 8.0, 10.0, 5.0]
    assert set(drawn) == {(0, 1)}


def test_a_call_is_not_sent_again_for_ever(kind: Kind, clock: Clock) -> None:
    begun = clock.now
    told = ask(kind, clock, [status(503, "9")], retries=Retries(times=100, total=30.0))
    assert (told.sent, clock.now - begun) == (4, 27.0)


def test_what_took_long_is_not_asked_for_again(kind: Kind, clock: Clock) -> None:
    told = ask(kind, clock, [status(504, takes=10.0), status(504, takes=21.0), GOOD])
    assert told.sent == 2
    assert isinstance(told.end, Refused)


def test_each_call_has_the_whole_time(kind: Kind, clock: Clock) -> None:
    script = Script(clock, *[status(503, "9"), status(503, "9"), GOOD] * 3)
    with kind(URL, transport=script) as asker:
        for _ in range(3):
            assert asker.send(DECIDE).outcome
    assert len(script.requests) == 9
