"""What a log means, said as simply as we can: one event after another."""

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from service.model.publication import Bundle, Event


class Folded(Struct):
    """What the events so far have led to."""

    sequence: int = 0
    digests: dict[tuple[str, str], str] = field(default_factory=dict)
    live: dict[str, str] = field(default_factory=dict)


def fold(events: Iterable[Event]) -> Folded:
    """Go through the events, the oldest first; any that contradicts those before it fails."""
    state = Folded()
    for event in events:
        assert event.sequence == state.sequence + 1, "a gap"
        state.sequence = event.sequence
        match event.action:
            case "published":
                assert event.version is not None
                assert event.digest is not None
                assert (event.rule, event.version) not in state.digests
                assert event.previous is None
                state.digests[event.rule, event.version] = event.digest
            case "activated":
                assert event.version is not None
                assert event.digest == state.digests[event.rule, event.version]
                assert event.previous == state.live.get(event.rule)
                assert event.previous != event.version
                state.live[event.rule] = event.version
            case "retired":
                assert event.version is None
                assert event.previous == state.live.pop(event.rule)
            case "token-created" | "token-revoked":
                pass
    return state


def holds(bundle: Bundle, log: Iterable[Event]) -> bool:
    """Whether a bundle is what the events up to its sequence lead to; `log` begins with the newest."""
    upto = sorted((event for event in log if event.sequence <= bundle.sequence), key=lambda event: event.sequence)
    state = fold(upto)
    published: Mapping[tuple[str, str], str] = {(one.name, one.version): one.digest for one in bundle.versions}
    last = {(one.rule, one.version): one for one in upto if one.action == "activated"}
    assert bundle.sequence == state.sequence
    assert bundle.live == state.live
    assert published == state.digests
    assert {(one.rule, one.version): one for one in bundle.activations} == last
    assert len(bundle.activations) == len(last)
    return True
