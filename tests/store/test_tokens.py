"""Tokens: made, revoked, listed."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from service.errors import ChangeError
from service.model.publication import Token
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.tokens import Tokens
from service.usecases import ports
from tests.store.changes import told

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
LATER = NOON + timedelta(microseconds=1)
CI = Token(id="1", name="ci", hash="ab" * 32, scopes=("publish", "activate"), created=NOON, expires=LATER)


async def test_a_token_comes_back_as_it_was(database: Database) -> None:
    await Tokens(database).add(CI, "ann")
    assert await Tokens(database).all() == [CI]
    assert (await Ledger(database).bundle()).tokens == (CI,)
    (event,) = await Ledger(database).events()
    assert (event.sequence, event.action, event.rule, event.who, event.at) == (1, "token-created", "ci", "ann", NOON)


async def test_a_name_is_free_again_when_its_token_is_revoked(database: Database) -> None:
    tokens: ports.Tokens = Tokens(database)
    await tokens.add(CI, "ann")
    second = replace(CI, id="2", hash="cd" * 32, scopes=())
    with pytest.raises(ChangeError, match="`ci` already"):
        await tokens.add(second, "ann")
    assert await tokens.revoke("ci", LATER, "bob")
    assert not await tokens.revoke("ci", LATER, "bob")
    await tokens.add(second, "ann")
    assert await tokens.all() == [second, replace(CI, revoked=LATER)]
    assert (await Ledger(database).bundle()).tokens == (second,)
    assert told(await Ledger(database).events()) == [
        (3, "token-created", "ci", None, None),
        (2, "token-revoked", "ci", None, None),
        (1, "token-created", "ci", None, None),
    ]


async def test_a_token_that_is_not_there_can_not_be_revoked(database: Database) -> None:
    assert not await Tokens(database).revoke("ci", NOON, "ann")
    assert not await Tokens(database).revoke("\0", NOON, "ann")
    assert (await Ledger(database).bundle()).sequence == 0
