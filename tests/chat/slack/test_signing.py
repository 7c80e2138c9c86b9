"""Who is let in: Slack, now, with what it has signed; nobody else."""

import time
from collections.abc import Mapping

import pytest
from slack_sdk.signature import Clock

from service.chat.slack.signing import Signing
from service.errors import ForgedRequestError
from tests.chat.slack.app import SECRET, command, signed

BODY = command("training")
NOW = 1_531_420_618.0


class At(Clock):
    """A clock that stands still."""

    def now(self) -> float:
        return NOW


def test_the_example_of_the_documentation_is_let_in() -> None:
    """The secret, the time, the body and the signature are those of "Verifying requests from Slack"."""
    body = (
        "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
        "&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
        "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )
    signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
    headers = {"x-slack-request-timestamp": "1531420618", "x-slack-signature": signature}
    Signing(SECRET, At()).check(headers, body.encode())


ATTACKS: dict[str, tuple[Mapping[str, str], str]] = {
    "the wrong key": (signed(BODY, secret="another"), BODY),  # noqa: S106
    "no key at all": (signed(BODY, secret=""), BODY),
    "a timestamp that is too old": (signed(BODY, at=NOW - 301), BODY),
    "a timestamp that is yet to come": (signed(BODY, at=NOW + 301), BODY),
    "a timestamp beside the one that was signed": (
        {**signed(BODY, at=NOW), "x-slack-request-timestamp": str(int(NOW) - 1)},
        BODY,
    ),
    "an altered body": (signed(BODY, at=NOW), BODY.replace("training", "inference")),
    "a body with more behind it": (signed(BODY, at=NOW), f"{BODY}&text=inference"),
    "a body that is no text": (signed(BODY, at=NOW), "\udcff"),
    "no signature": ({"x-slack-request-timestamp": str(int(NOW))}, BODY),
    "no timestamp": ({"x-slack-signature": signed(BODY, at=NOW)["x-slack-signature"]}, BODY),
    "no header": ({}, BODY),
    "an empty signature": ({**signed(BODY, at=NOW), "x-slack-signature": ""}, BODY),
    "a signature in other letters": ({**signed(BODY, at=NOW), "x-slack-signature": "v0=\u00e4"}, BODY),
    "a timestamp that is no number": ({**signed(BODY, at=NOW), "x-slack-request-timestamp": "now"}, BODY),
    "a timestamp with a sign": ({**signed(BODY, at=NOW), "x-slack-request-timestamp": f"+{int(NOW)}"}, BODY),
    "a timestamp without end": ({**signed(BODY, at=NOW), "x-slack-request-timestamp": "9" * 5_000}, BODY),
    "two signatures": (
        {**signed(BODY, at=NOW), "x-slack-signature": ", ".join([signed(BODY, at=NOW)["x-slack-signature"]] * 2)},
        BODY,
    ),
    "a signature of another scheme": (
        {**signed(BODY, at=NOW), "x-slack-signature": signed(BODY, at=NOW)["x-slack-signature"].replace("v0", "v1")},
        BODY,
    ),
    "the token of another platform": ({"authorization": "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln"}, BODY),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_slack_has_not_signed_is_refused(attack: str) -> None:
    headers, body = ATTACKS[attack]
    with pytest.raises(ForgedRequestError) as refused:
        Signing(SECRET, At()).check(headers, body.encode(errors="surrogateescape"))
    assert SECRET not in str(refused.value)
    assert "training" not in str(refused.value)


@pytest.mark.parametrize("age", [-300, -1, 0, 299, 300], ids=lambda age: f"{age} s")
def test_the_window_is_five_minutes_on_either_side(age: int) -> None:
    Signing(SECRET, At()).check(signed(BODY, at=NOW - age), BODY.encode())


def test_the_clock_is_that_of_the_machine() -> None:
    Signing(SECRET).check(signed(BODY, at=time.time()), BODY.encode())
    with pytest.raises(ForgedRequestError, match="300 seconds"):
        Signing(SECRET).check(signed(BODY, at=NOW), BODY.encode())
