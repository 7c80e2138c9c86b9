"""What a change does to a store that stands like this: no database is needed to say that."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from service.errors import RuleNotFoundError, VersionNotFoundError, VersionTakenError
from service.model.publication import Change, Event


class Standing(Struct, frozen=True, kw_only=True):
    """How a store stands: the number of its last event, the digest of each version, what is live."""

    sequence: int
    digests: Mapping[tuple[str, str], str]
    live: Mapping[str, str]


def consequences(change: Change, standing: Standing, at: datetime) -> list[Event]:
    """The events that a change leads to: first the publications, then the moves; none where nothing would change.

    Raises:
        VersionTakenError: a draft has the number of a version with another content.
        VersionNotFoundError: a move leads to a version that is neither there nor among the drafts.
        RuleNotFoundError: the same, and the rule has no version at all.
    """
    digests = dict(standing.digests)
    template = Event(sequence=0, at=at, action="published", who=change.who, rule="", why=change.why)
    happened = [*_publications(change, digests, template), *_moves(change, digests, dict(standing.live), template)]
    return [replace(event, sequence=standing.sequence + number) for number, event in enumerate(happened, 1)]


def _publications(change: Change, digests: dict[tuple[str, str], str], template: Event) -> Iterator[Event]:
    """The drafts that are new; they are added to `digests`."""
    for draft in change.drafts:
        key, offered = (draft.name, draft.version), draft.digest
        there = digests.setdefault(key, "")
        if there and there != offered:
            raise VersionTakenError(*key, published=there, offered=offered)
        if not there:
            digests[key] = offered
            yield replace(template, rule=draft.name, version=draft.version, digest=offered)


def _moves(
    change: Change, digests: Mapping[tuple[str, str], str], live: dict[str, str], template: Event
) -> Iterator[Event]:
    """The moves that change what is live; they are made in `live`."""
    for move in change.moves:
        rule, version, previous = move.rule, move.version, live.get(move.rule)
        if version is not None and (rule, version) not in digests:
            raise _missing(rule, version, digests)
        if version == previous:
            continue
        moved = replace(template, rule=rule, version=version, previous=previous)
        if version is None:
            del live[rule]
            yield replace(moved, action="retired")
        else:
            live[rule] = version
            yield replace(moved, action="activated", digest=digests[rule, version])


def _missing(rule: str, version: str, digests: Mapping[tuple[str, str], str]) -> Exception:
    """The rule has no such version; or there is no such rule."""
    if known := [number for name, number in digests if name == rule]:
        return VersionNotFoundError(rule, version, known)
    return RuleNotFoundError(rule, {name for name, _ in digests})
