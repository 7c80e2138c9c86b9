"""`gpu-rules token`: made once, kept as a hash, listed without secrets."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from click.testing import Result
from msgspec import json

from tests.cli.conftest import FakeService, FakeTools

Run = Callable[..., Result]


def made(run: Run, *words: str) -> str:
    result = run("token", "new", *words)
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    return str(result.stdout.strip())


def test_a_new_token_stands_alone_on_standard_output(run: Run) -> None:
    result = run("token", "new", "--name", "ci", "--scope", "publish", "--scope", "activate")
    prefix, identity, secret = result.stdout.strip().split("_", 2)
    assert (result.exit_code, prefix, result.stdout.count("\n")) == (0, "gr", 1)
    assert identity.isalnum()
    assert len(secret) == 43  # 32 bytes in base64 without padding
    assert result.stderr.startswith("note: the token is shown this once; ")
    assert secret not in result.stderr


def test_only_the_hash_of_the_secret_is_kept(run: Run, tools: FakeTools) -> None:
    text = made(run, "--name", "ci", "--scope", "publish")
    secret = text.split("_", 2)[2]
    [file] = tools.data_dir.glob("*.db")
    with sqlite3.connect(file) as connection:
        kept = "\n".join(connection.iterdump())
    connection.close()
    assert sha256(secret.encode()).hexdigest() in kept
    assert secret not in kept


def test_no_two_tokens_are_alike(run: Run) -> None:
    assert made(run, "--name", "a", "--scope", "read") != made(run, "--name", "b", "--scope", "read")


def test_the_list_shows_all_tokens_and_nothing_secret(run: Run) -> None:
    texts = [made(run, "--name", "ci", "--scope", "publish", "--scope", "activate")]
    texts += [made(run, "--name", "reader", "--scope", "read", "--expires", "90d")]
    run("token", "revoke", "ci")
    result = run("token", "list")
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows[0] == ["name", "scopes", "state", "created", "expires"]
    assert [row[:3] for row in rows[1:]] == [["reader", "read", "valid"], ["ci", "publish,", "activate"]]
    assert rows[2][3] == "revoked"
    everything = result.stdout + run("token", "list", "--json").stdout
    for text in texts:
        secret = text.split("_", 2)[2]
        assert secret not in everything
        assert sha256(secret.encode()).hexdigest() not in everything
    assert "hash" not in everything


def test_a_token_can_expire(run: Run) -> None:
    made(run, "--name", "ci", "--scope", "publish", "--expires", "90d")
    [one] = json.decode(run("token", "list", "--json").stdout)
    length = datetime.fromisoformat(one["expires"]) - datetime.fromisoformat(one["created"])
    assert abs(length - timedelta(days=90)) < timedelta(minutes=1)
    assert (one["state"], one["scopes"]) == ("valid", ["publish"])
    assert abs(datetime.fromisoformat(one["created"]) - datetime.now(UTC)) < timedelta(minutes=5)


def test_a_token_as_json(run: Run) -> None:
    result = run("token", "new", "--name", "ci", "--scope", "read", "--json")
    one = json.decode(result.stdout)
    assert one["token"].startswith("gr_")
    assert (one["name"], one["scopes"], one["expires"]) == ("ci", ["read"], None)


def test_a_name_is_free_once_its_token_is_revoked(run: Run) -> None:
    made(run, "--name", "ci", "--scope", "read")
    taken = run("token", "new", "--name", "ci", "--scope", "read")
    assert (taken.exit_code, taken.stdout) == (1, "")
    assert "`ci`" in taken.stderr
    revoked = run("token", "revoke", "ci")
    assert (revoked.exit_code, revoked.stdout) == (0, "revoked: ci\n")
    made(run, "--name", "ci", "--scope", "read")


def test_what_is_not_there_can_not_be_revoked(run: Run) -> None:
    result = run("token", "revoke", "ci")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: no token `ci` is there to revoke\n"


def test_tokens_are_in_the_audit_log(run: Run) -> None:
    made(run, "--name", "ci", "--scope", "read")
    run("token", "revoke", "ci")
    events = json.decode(run("audit", "--json").stdout)
    assert [(one["action"], one["rule"]) for one in events] == [("token-revoked", "ci"), ("token-created", "ci")]


def test_an_empty_list_is_said(run: Run) -> None:
    result = run("token", "list")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "`gpu-rules token new`" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param("--name ci", "missing option `--scope`", id="a token for nothing"),
        pytest.param("--scope read", "missing option `--name`", id="a token of nobody"),
        pytest.param("--name ci --scope all", "`all` is not one of", id="an unknown scope"),
        pytest.param("--name ci --scope read --expires 90", "`90` is no length of time", id="a number without a unit"),
        pytest.param("--name ci --scope read --expires soon", "`soon` is no length of time", id="a word"),
        pytest.param("--name ci --scope read --expires 9999999w", "is too long", id="more than the calendar has"),
    ],
)
def test_a_command_that_is_not_right_makes_no_token(run: Run, words: str, said: str) -> None:
    result = run("token", "new", *words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert json.decode(run("token", "list", "--json").stdout) == []


def test_a_token_that_takes_the_place_of_the_directory_is_refused(run: Run) -> None:
    result = run("token", "new", "--name", "directory", "--scope", "publish")
    assert (result.exit_code, result.stdout) == (1, "")


@pytest.mark.parametrize("command", ["token new --name a --scope read", "token list", "token revoke a"])
def test_tokens_are_made_where_the_store_is(run: Run, service: FakeService, tools: FakeTools, command: str) -> None:
    tools.server = service.url
    run(*command.split())
    assert service.requests == []
    assert tools.data_dir.exists()
