"""How the rules stand towards a conversation that keeps to the version it began with."""

from msgspec.structs import replace

from service.model.conversation import Conversation, Notice
from service.usecases.revision import Revision


def newer(revision: Revision, one: Conversation) -> tuple[Conversation, tuple[Notice, ...]]:
    """The conversation, which remembers what was told; and that another version is live by now, where that is news."""
    if one.rule is None:
        return one, ()
    rule = revision.rules.get(one.rule.name)
    live = rule.live.id.version if rule and rule.live else ""
    if live in (one.rule.version, one.live):
        return one, ()
    if not live:
        text = f"`{one.rule.name}` was retired meanwhile; this conversation goes on with {one.rule.version}."
        return replace(one, live=live), (Notice(code="not-live", text=text),)
    text = f"{live} is live by now; this goes on with {one.rule.version}. Say restart to begin anew with {live}."
    return replace(one, live=live), (Notice(code="newer-version", text=text),)
