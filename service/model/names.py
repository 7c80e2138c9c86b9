"""The kinds of text that a rule file is made of, each with its form and its limit."""

from typing import Annotated

from msgspec import Meta

RULE_NAME = r"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$"
IDENTIFIER = r"^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$"
CHOICE_VALUE = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
VERSION = r"^(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})$"

RuleName = Annotated[
    str,
    Meta(pattern=RULE_NAME, max_length=64, description="A rule's name, in kebab-case."),
]
Identifier = Annotated[
    str,
    Meta(pattern=IDENTIFIER, max_length=64, description="A name inside a rule, in snake_case."),
]
ChoiceValue = Annotated[
    str,
    Meta(
        pattern=CHOICE_VALUE,
        max_length=64,
        description="One value of a choice, as callers send it.",
    ),
]
Synonym = Annotated[str, Meta(min_length=1, max_length=64, description="Words that people use for it in a chat.")]
VersionText = Annotated[
    str,
    Meta(
        pattern=VERSION,
        description="A semantic version such as `1.0.0`.",
    ),
]
FORMS = {
    RULE_NAME: "lower-case words joined by `-`, such as `training-gpu`",
    IDENTIFIER: "lower-case words joined by `_`, such as `gpus_per_vm`",
    CHOICE_VALUE: "letters and digits, with `.`, `_` and `-` between them, such as `a100-or-newer`",
    VERSION: "three numbers, such as `1.0.0`",
}
"""The patterns in words."""

Cel = Annotated[str, Meta(min_length=1, max_length=1500, description="A CEL expression.")]
Line = Annotated[str, Meta(min_length=1, max_length=300, description="One line of text.")]
Text = Annotated[str, Meta(min_length=1, max_length=4000, description="Text for people.")]

_CEL_WORDS = "true false null in as break const continue else for function if import let loop package namespace return"
# `duration` is free: rules may not call that function of CEL, and for how long a job runs is a common input.
_CEL_NAMES = "var void while int uint double bool string bytes list map type dyn timestamp has all exists filter"
_FUNCTIONS = "exists_one size math sum mean min max sqrt log exp pow"
_QUERY_WORDS = "version inputs decision format selection"

RESERVED = frozenset(" ".join((_CEL_WORDS, _CEL_NAMES, _FUNCTIONS, _QUERY_WORDS)).split())
"""Names that no input, derived value, constant or output may have."""


def version_key(version: str) -> tuple[int, ...]:
    """Semantic order of a version: `1.10.0` comes after `1.9.0`."""
    return tuple(int(part) for part in version.split("."))
