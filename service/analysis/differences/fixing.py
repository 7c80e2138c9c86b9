"""A rule with some of its inputs settled: what it says to all who give just these."""

from collections.abc import Mapping

from msgspec import json
from msgspec.structs import replace

from service.analysis.meaning import Meaning
from service.language.cel import Environment
from service.language.expression import Expression

Plain = bool | int | float | str


def fixed(meaning: Meaning, values: Mapping[str, Plain]) -> Meaning:
    """The rule with these inputs, and those of the rules that it enters, replaced by values; it asks for them no more.

    They become derived values of the same name, which hide inputs. A value in JSON is the same value in CEL.
    """
    here = {name: value for name, value in values.items() if name in meaning.inputs}
    if not here:
        return meaning
    nothing = Environment({})
    literals = {name: json.encode(value).decode() for name, value in here.items()}
    defined = {("derived", name): Expression(text, nothing) for name, text in literals.items()}
    own = {name: text for name, text in literals.items() if name in meaning.document.inputs}
    document = replace(meaning.document, derived={**own, **meaning.document.derived})
    return replace(
        meaning,
        document=document,
        expressions={**{path: one for path, one in defined.items() if path[1] in own}, **meaning.expressions},
        inputs={name: one for name, one in meaning.inputs.items() if name not in here},
        enters={reference: fixed(entered, here) for reference, entered in meaning.enters.items()},
    )
