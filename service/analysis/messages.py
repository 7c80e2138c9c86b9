"""Messages with `{name}` in them: a name that nothing has, or half a pair of braces, would be shown as it stands."""

from collections.abc import Iterator

from service.analysis.declarations import unknown
from service.errors import Diagnostic
from service.language.messages import lone_brace, placeholders
from service.language.typed import Typed
from service.model.formula import FormulaDocument
from service.model.rule import RuleDocument


def messages(typed: Typed, document: RuleDocument) -> Iterator[Diagnostic]:
    """Every name in braces, in a message of the document, that does not exist, and every brace around no name."""
    texts = [(("requires", index), one.message) for index, one in enumerate(document.requires)]
    texts += [(("problems", index), one.message) for index, one in enumerate(document.problems)]
    outputs = document.outputs if isinstance(document, FormulaDocument) else {}
    known = {name: kind for name, kind in typed.types.items() if name not in outputs}  # they come later
    for path, message in texts:
        brace = lone_brace(message)
        if brace:
            sentence = f"`{brace}` stands around no name: write `{{name}}` to show a value, or take it out"
            yield typed.loaded.at((*path, "message"), "lone-brace", sentence, warning=True)
        for name in placeholders(message):
            if name not in known and not typed.loaded.lost("inputs", "constants", "derived"):
                yield typed.loaded.at((*path, "message"), "unknown-name", unknown(name, known, "value"))
