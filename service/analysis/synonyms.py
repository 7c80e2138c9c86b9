"""Words that a rule declares for chats: each must be words, and mean one thing."""

from collections.abc import Iterator, Mapping

from service.errors import Diagnostic
from service.language.phrases import phrase
from service.language.talk import is_taken
from service.model.inputs import AnyInput, BooleanInput, ChoiceInput
from service.model.loading import Loaded
from service.model.text import Path

Meaning = tuple[str, str]
"""What a phrase stands for, in words, and what tells that from other meanings."""


def synonyms(loaded: Loaded, section: str, inputs: Mapping[str, AnyInput]) -> Iterator[Diagnostic]:
    """Every synonym that is no word, or that has another meaning already."""
    meanings: dict[tuple[str, ...], Meaning] = {}
    for name, one in inputs.items():
        meanings.setdefault(phrase(name), (f"the input `{name}`", name))
        for value in one.values if isinstance(one, ChoiceInput) else ():
            meanings.setdefault(phrase(value), (f"the value `{value}`", f"={value}"))
    for name, one in inputs.items():
        path: Path = (section, name)
        yield from _unknown_values(loaded, path, one)
        for where, text, meaning in _declared(path, name, one):
            key = phrase(text)
            if not any(any(map(str.isalpha, word)) for word in key):
                message = f"`{text}` has no word in it, so it stands for nothing: write what people say"
                yield loaded.at(where, "ambiguous-synonym", message)
            elif is_taken(key):
                message = f"`{text}` is a word that every chat understands by itself: choose another"
                yield loaded.at(where, "ambiguous-synonym", message)
            elif meanings.setdefault(key, meaning)[1] != meaning[1]:
                message = f"`{text}` stands for {meanings[key][0]} already, so it can't stand for {meaning[0]}"
                yield loaded.at(where, "ambiguous-synonym", message)


def _declared(path: Path, name: str, one: AnyInput) -> Iterator[tuple[Path, str, Meaning]]:
    """Each synonym with its place and what it is meant to stand for."""
    for at, text in enumerate(one.synonyms):
        yield (*path, "synonyms", at), text, (f"the input `{name}`", name)
    if isinstance(one, BooleanInput):
        for at, text in enumerate(one.opposites):
            yield (*path, "opposites", at), text, (f"no as `{name}`", f"!{name}")
    if isinstance(one, ChoiceInput):
        for value, texts in one.value_synonyms.items():
            for at, text in enumerate(texts):
                yield (*path, "value_synonyms", value, at), text, (f"the value `{value}`", f"={value}")


def _unknown_values(loaded: Loaded, path: Path, one: AnyInput) -> Iterator[Diagnostic]:
    """Synonyms of values that the choice does not have."""
    if isinstance(one, ChoiceInput):
        for value in one.value_synonyms:
            if value not in one.values and loaded.written((*path, "values", value)) not in loaded.pruned:
                known = ", ".join(f"`{other}`" for other in one.values)
                message = f"there is no value `{value}` of this choice; there are {known}"
                yield loaded.at((*path, "value_synonyms", value), "unknown-choice", message)
