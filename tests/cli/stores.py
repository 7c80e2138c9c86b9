"""What stands in the store of a test: published and made live without a gate, as if long ago."""

import asyncio
from collections.abc import Mapping

from service.model.publication import Change, Draft, Event, Move
from tests.cli.conftest import SHIPPED, FakeTools


def shipped(name: str, version: str = "1.0.0", changes: Mapping[str, str] | None = None) -> bytes:
    """A shipped document under a number, with some texts replaced."""
    text = (SHIPPED / name / "1.0.0.yaml").read_text()
    for old, new in {"version: 1.0.0": f"version: {version}", **(changes or {})}.items():
        assert old in text
        text = text.replace(old, new)
    return text.encode()


def wider(version: str = "1.1.0") -> bytes:
    """`training-gpu` with its limit at 6 VMs; the case at the limit says so too."""
    return shipped("training-gpu", version, {"vms > 4 ||": "vms > 6 ||", "vms: 5, gpus: 32": "vms: 7, gpus: 32"})


def fill(tools: FakeTools, *drafts: Draft, live: Mapping[str, str], who: str = "directory") -> list[Event]:
    """Put documents into the store, and make some live."""

    async def put() -> list[Event]:
        async with tools.store() as store:
            seen = (await store.ledger.bundle()).sequence
            moves = tuple(Move(rule, version) for rule, version in live.items())
            made = await store.ledger.apply(Change(who=who, seen=seen, drafts=drafts, moves=moves))
            assert made is not None
            return made

    return asyncio.run(put())


def events(tools: FakeTools, rule: str | None = None) -> list[Event]:
    """The audit log, the oldest first."""

    async def read() -> list[Event]:
        async with tools.store() as store:
            return await store.ledger.events(rule=rule)

    return asyncio.run(read())[::-1]
