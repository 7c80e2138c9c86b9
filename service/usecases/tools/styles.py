"""Lists of tools, in the styles of those who take them."""

from collections.abc import Iterator
from typing import Final, assert_never

from msgspec import structs

from service.model.tool import ChatTool, Function, FunctionTool, Style, ToolList
from service.usecases.revision import Revision
from service.usecases.tools.describing import arguments_schema, asked_rules, description_of
from service.usecases.tools.offering import offered
from service.usecases.tools.strict import strict

_MAX_DESCRIPTION: Final = 1024
"""Characters that a description of a function has at most."""


def listed(revision: Revision, style: Style) -> ToolList:
    """The tools of a revision.

    As functions of OpenAI there are rules alone: their arguments are the `inputs` of a decision, and tools that take
    inputs of any rule have no place in strict mode.
    """
    match style:
        case "mcp":
            return ToolList(tools=offered(revision))
        case "openai":
            return ToolList(tools=[FunctionTool(**structs.asdict(one)) for one in _functions(revision)])
        case "openai-chat":
            return ToolList(tools=[ChatTool(function=one) for one in _functions(revision)])
        case unreachable:
            assert_never(unreachable)


def _functions(revision: Revision) -> Iterator[Function]:
    for version, program in asked_rules(revision):
        plain = arguments_schema(version)
        subset = strict(plain)
        yield Function(
            name=version.id.name,
            description=_shortened(description_of(version, program)),
            parameters=plain if subset is None else subset,
            strict=subset is not None,
        )


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_DESCRIPTION else f"{text[: _MAX_DESCRIPTION - 3].rstrip()}..."
