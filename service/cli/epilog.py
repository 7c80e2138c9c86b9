"""What stands below the help of each command: examples, and the exit codes that it can end with."""

from service.cli.ending import Code

_MEANINGS = {
    Code.DONE: "done",
    Code.NO: "the answer is no",
    Code.USAGE: "the command is not right, or not allowed",
    Code.UNREACHABLE: "the service or the store can't be reached, or gives no usable answer",
}
_AS_IT_STANDS = "\b"
"""Begins a paragraph that click must not wrap."""


def epilog(*examples: str, no: str = "", unreachable: bool = False) -> str:
    """Examples, then the exit codes; `no` says what the answer no means here, nothing if it can't be."""
    codes = {code: text for code, text in _MEANINGS.items() if code is not Code.UNREACHABLE or unreachable}
    if no:
        codes[Code.NO] = no
    else:
        del codes[Code.NO]
    lines = [_AS_IT_STANDS, "Examples:", *(f"  {example}" for example in examples), ""]
    return "\n".join([*lines, _AS_IT_STANDS, "Exit codes:", *(f"  {code:d}  {text}" for code, text in codes.items())])
