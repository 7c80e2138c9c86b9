"""The lines that two documents do not share."""

from difflib import SequenceMatcher

from service.model.difference import ChangedLine


def changed_lines(old: bytes, new: bytes) -> list[ChangedLine]:
    """Lines that were removed or added, in the order of the documents; what replaces lines comes after them."""
    before, after = _lines(old), _lines(new)
    start = _common(before, after)
    end = min(_common(before[::-1], after[::-1]), min(len(before), len(after)) - start)
    matcher = SequenceMatcher(None, before[start : len(before) - end], after[start : len(after) - end], autojunk=False)
    found: list[ChangedLine] = []
    for tag, low, high, new_low, new_high in matcher.get_opcodes():
        if tag != "equal":
            found += [ChangedLine("-", start + at + 1, before[start + at]) for at in range(low, high)]
            found += [ChangedLine("+", start + at + 1, after[start + at]) for at in range(new_low, new_high)]
    return found


def _lines(document: bytes) -> list[str]:
    """The lines without what ends them; the end of the last one is no line of its own."""
    lines = [line.removesuffix("\r") for line in document.decode(errors="replace").split("\n")]
    return lines[:-1] if lines[-1] == "" else lines


def _common(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))
