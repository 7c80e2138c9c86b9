"""Messages with `{name}` in them: a name that nothing has would be shown to callers as it stands."""

from collections.abc import Iterator

from service.analysis.declarations import unknown
from service.errors import Diagnostic
from service.language.messages import placeholders
from service.language.typed import Typed
from service.model.rule import RuleDocument


def messages(typed: Typed, document: RuleDocument) -> Iterator[Diagnostic]:
    """Every name in braces, in a message of the document, that does not exist."""
    texts = [(("requires", index), one.message) for index, one in enumerate(document.requires)]
    texts += [(("problems", index), one.message) for index, one in enumerate(document.problems)]
    for path, message in texts:
        for name in placeholders(message):
            if name not in typed.types:
                where = (*path, "message")
                yield typed.loaded.at(where, "unknown-name", unknown(name, typed.types, "value"))
