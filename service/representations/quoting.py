"""Values quoted so that each tool reads them back as they are."""

import re
import shlex
from typing import Any, Final

from msgspec import json

_LINES: Final = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_HCL: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def in_shell(text: str) -> str:
    """One word of a POSIX shell; the characters that would end a line, or stand for nothing, become blanks."""
    return shlex.quote(one_line(text))


def one_line(text: str) -> str:
    """Text without what could begin another line."""
    return _LINES.sub(" ", text)


def comment(text: str) -> str:
    """A line of a comment of shells, of Slurm and of YAML, whose readers refuse some characters even there."""
    return f"# {''.join(one if one.isprintable() else ' ' for one in text)}\n"


def in_hcl(value: Any) -> str:
    """A value of Terraform's language (HCL), with nothing in it that Terraform would take for a template."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return json.encode(value).decode()
        case list():
            return f"[{', '.join(map(in_hcl, value))}]"
        case _:
            return f'"{_escaped(str(value))}"'


def _escaped(text: str) -> str:
    escaped = "".join(_HCL.get(one) or (one if one.isprintable() else _unicode(one)) for one in text)
    return escaped.replace("${", "$${").replace("%{", "%%{")


def _unicode(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004 - the end of the first plane
