"""Tools: what an agent can call, and how lists of them are written for those who call."""

from typing import Any, Final, Literal

from msgspec import Struct, field

from service.model.decision import Decision
from service.model.document import Source
from service.model.rule import RuleId
from service.model.standing import Kind

Schema = dict[str, Any]

Style = Literal["openai", "openai-chat", "mcp"]
STYLES: Final[tuple[Style, ...]] = ("openai", "openai-chat", "mcp")
"""Whose way of writing a list of tools; see the structs below."""


class Hints(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a tool does to the world, as MCP writes it: it changes nothing, and reaches nothing but the rules."""

    read_only_hint: bool = True
    open_world_hint: bool = False


class Tool(Struct, frozen=True, kw_only=True, rename="camel"):
    """A tool as MCP writes it; its arguments and its answer are objects of these JSON Schemas."""

    name: str
    title: str
    description: str
    input_schema: Schema
    output_schema: Schema
    annotations: Hints = field(default_factory=Hints)


class Function(Struct, frozen=True, kw_only=True):
    """A function as a model of OpenAI is given it; with `strict`, its arguments always are of the schema."""

    name: str
    description: str
    parameters: Schema
    strict: bool


class FunctionTool(Function, frozen=True, kw_only=True, tag_field="type", tag="function"):
    """A function among the tools of OpenAI's Responses API."""


class ChatTool(Struct, frozen=True, kw_only=True, tag_field="type", tag="function"):
    """A function among the tools of the Chat Completions API, and of services that are compatible with it."""

    function: Function


class ToolList(Struct, frozen=True, kw_only=True):
    """All tools, written in one style."""

    tools: list[Tool] | list[FunctionTool] | list[ChatTool]


class RuleSketch(Struct, frozen=True, kw_only=True):
    """A live rule in short; `asks` are its inputs by name, `tool` is what it is called by, if it answers questions."""

    name: str
    version: str
    kind: Kind
    title: str
    summary: str | None
    asks: dict[str, str]
    tool: str | None


class RuleList(Struct, frozen=True, kw_only=True):
    """All live rules."""

    rules: list[RuleSketch]


class Explanation(Struct, frozen=True, kw_only=True):
    """What a rule does, and why it answers as it does.

    Attributes:
        rule: the version that is explained.
        kind: what kind of rule it is.
        title: its title.
        summary: its summary, if it has one.
        sources: where its facts are from.
        diagram: the rule as a Mermaid flowchart; with a decision, its way is drawn thick.
        document: the document as it was published, in YAML, if that was asked for.
        decision: what the rule answers to the inputs that were given, if any were.
        why: the reasons of that decision, a line each.
    """

    rule: RuleId
    kind: Kind
    title: str
    summary: str | None
    sources: list[Source]
    diagram: str
    document: str | None
    decision: Decision | None
    why: list[str]
