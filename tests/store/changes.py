"""Short words for changes of the rules."""

from service.model.publication import Change, Draft, Event, Move


def draft(name: str, version: str = "1.0.0", text: str = "") -> Draft:
    """A document of which the store knows nothing."""
    return Draft(name, version, (text or f"{name} {version}").encode())


def publish(*drafts: Draft, seen: int = 0, who: str = "ann") -> Change:
    """Publish and move nothing."""
    return Change(who=who, seen=seen, drafts=drafts)


def move(rule: str, version: str | None = "1.0.0", seen: int = 0, why: str = "") -> Change:
    """Move one rule."""
    return Change(who="bob", seen=seen, why=why, moves=(Move(rule, version),))


def told(events: list[Event] | None) -> list[tuple[int, str, str, str | None, str | None]]:
    """What events say that matters most."""
    assert events is not None
    return [(event.sequence, event.action, event.rule, event.version, event.previous) for event in events]
