"""What all that is done with conversations has in common: the store may be away, and a conversation may be gone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256

from msgspec import json
from msgspec.structs import asdict

from service.errors import ConversationNotFoundError, StoreUnavailableError
from service.model.conversation import Binding, Conversation, ConversationReply, Reply


@asynccontextmanager
async def remembering() -> AsyncIterator[None]:
    """Say of a store that is away what that means for a conversation, and what goes on without it."""
    try:
        yield
    except StoreUnavailableError as error:
        words = f"a conversation is kept in the store, and {error}; decisions need none: `/v1/decisions/{{rule}}`"
        raise StoreUnavailableError(words) from error


def told(one: Conversation, reply: Reply, *, repeated: bool = False) -> ConversationReply:
    """A reply as its callers see it."""
    return ConversationReply(id=one.id, expires=one.expires, repeated=repeated, **asdict(reply))


def origin_of(binding: Binding, delivery: str | None) -> str | None:
    """What tells that a delivery has begun a conversation already: it, and where it came from."""
    return sha256(json.encode([binding, delivery])).hexdigest() if delivery else None


def missing() -> ConversationNotFoundError:
    """What is said of a conversation that is not there; why is nobody's business."""
    return ConversationNotFoundError("there is no such conversation: it has expired, was ended, or never was")
