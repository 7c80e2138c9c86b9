"""Bearer tokens: which text is one, for how long, and for what."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from service.errors import ChangeError, ScopeNeededError, TokenNeededError, WritingDisabledError
from service.model.publication import Scope, Token
from service.usecases.access import Access
from service.usecases.tokens import new_token

NOW = datetime(2024, 11, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


def access(*tokens: Token, now: datetime = NOW) -> Access:
    """Who may do what, where these are all tokens."""
    return Access(lambda: {one.id: one for one in tokens}, now=lambda: now)


def test_a_new_token_is_taken() -> None:
    kept, text = new_token("ci", ["publish", "activate"], NOW, NOW + HOUR)
    assert access(kept)(text, "publish") is kept
    assert access(kept)(text) is kept
    with pytest.raises(ScopeNeededError, match="the scope `read`; the token `ci` has `publish`, `activate`"):
        access(kept)(text, "read")


def test_of_a_secret_only_a_hash_is_kept() -> None:
    kept, text = new_token("ci", ["read"], NOW)
    prefix, identity, secret = text.split("_", 2)
    assert (prefix, identity, len(secret)) == ("gr", kept.id, 43)
    assert secret not in repr(kept)
    assert kept.hash == sha256(secret.encode()).hexdigest()


def test_no_two_tokens_are_alike() -> None:
    texts = {new_token("ci", ["read"], NOW)[1] for _ in range(100)}
    assert len({text.split("_")[1] for text in texts}) == len({text.split("_", 2)[2] for text in texts}) == 100


@pytest.mark.parametrize(
    ("change", "now"),
    [
        pytest.param({"revoked": NOW}, NOW, id="one that was revoked"),
        pytest.param({"expires": NOW}, NOW, id="one that expires at this moment"),
        pytest.param({"hash": "0" * 64}, NOW, id="one with another secret"),
        pytest.param({"id": "other"}, NOW, id="one that is not there"),
    ],
)
def test_a_token_is_refused(change: dict[str, Any], now: datetime) -> None:
    kept, text = new_token("ci", ["read"], NOW - HOUR, NOW + HOUR)
    assert access(kept, now=now)(text, "read") is kept
    with pytest.raises(TokenNeededError, match="is not valid"):
        access(structs.replace(kept, **change), now=now)(text, "read")


@settings(max_examples=300)
@given(st.text(max_size=100) | st.text("gr_ax-", max_size=20).map(lambda text: f"gr_{text}"))
def test_no_other_text_is_a_token(text: str) -> None:
    kept, _ = new_token("ci", ["read"], NOW)
    with pytest.raises(TokenNeededError):
        access(kept)(text)


def test_each_mistake_in_a_token_counts() -> None:
    kept, text = new_token("ci", ["read"], NOW)
    for index in range(len(text)):
        wrong = f"{text[:index]}{'A' if text[index] != 'A' else 'B'}{text[index + 1 :]}"
        with pytest.raises(TokenNeededError):
            access(kept)(wrong)


@pytest.mark.parametrize("name", ["", " ci", "ci\n", "x" * 65, "directory", "a\x00b"])
def test_what_a_token_may_not_be_called(name: str) -> None:
    with pytest.raises(ChangeError):
        new_token(name, ["read"], NOW)


def test_a_token_must_be_valid_once() -> None:
    with pytest.raises(ChangeError, match="would have expired already"):
        new_token("ci", ["read"], NOW, NOW)


@pytest.mark.parametrize("scope", ["publish", "activate"])
def test_without_tokens_writing_is_disabled(scope: Scope) -> None:
    for text in (None, "gr_all_x"):
        with pytest.raises(WritingDisabledError, match=f"`gpu-rules token new --name NAME --scope {scope}`"):
            access()(text, scope)


@pytest.mark.parametrize("scope", ["read", "decide", None])
def test_without_tokens_reading_needs_one_all_the_same(scope: Scope | None) -> None:
    with pytest.raises(TokenNeededError):
        access()(None, scope)
