"""Which tools there are: one for each live rule that answers questions, and a few about rules.

The list depends on nothing but the revision, so every worker of every replica offers the same.
"""

from typing import Final

from service.errors import nearest
from service.model.tool import Tool
from service.usecases.revision import Revision
from service.usecases.tools.describing import asked_rules, rule_tool
from service.usecases.tools.forms import OWN
from service.usecases.tools.own import own_tools

_RULE: Final = "rule_"
"""Stands before the name of a rule that is called like a tool of ours; no rule has an underscore in its name."""


def offered(revision: Revision) -> list[Tool]:
    """The tools of a revision: rules by name, then the others."""
    rules = [rule_tool(tool_name(version.id.name), version, program) for version, program in asked_rules(revision)]
    return [*rules, *own_tools(revision)]


def tool_name(rule: str) -> str:
    """What the tool of a rule is called: as the rule, if no tool of ours is."""
    return _RULE + rule if rule in OWN else rule


def rule_of(tool: str) -> str:
    """The rule that a tool is, by its name."""
    return tool.removeprefix(_RULE)


def unknown_tool(name: str, tools: list[Tool]) -> str:
    """What is said to somebody who calls a tool that there is not."""
    close = nearest(name, [one.name for one in tools])
    return f"no tool is named `{name[:100]}`{f'; the nearest is `{close}`' if close else ''}"
