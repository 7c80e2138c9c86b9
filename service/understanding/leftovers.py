"""The words of a text that nothing was made of, to be said back."""

from typing import Final

from service.language.values import MAX_SHOWN
from service.understanding.draft import Draft, has

MAX_LEFT: Final = 20


def leftovers(draft: Draft) -> tuple[str, ...]:
    """What was not understood, neighbors together; the last one counts what is too much to say back."""
    found: list[tuple[int, int]] = []
    for at, item in enumerate(draft.items):
        if at in draft.used or not (item.kind in ("word", "amount", "phrase") or has(item, "yes", "no")):
            continue
        if found and all(_is_joint(draft, one) for one in range(found[-1][1], at)):
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    if not found and not draft.used and any(has(one, "not", "unsure", "vague", "about", "who") for one in draft.items):
        found = [(0, len(draft.items))]
    texts = [_short(draft.words(*one)) for one in found]
    more = len(texts) - MAX_LEFT
    return (*texts[:MAX_LEFT], f"... and {more} more") if more > 0 else tuple(texts)


def _is_joint(draft: Draft, at: int) -> bool:
    return at not in draft.used and draft.items[at].text in "=:-/'"


def _short(words: str) -> str:
    return words if len(words) <= MAX_SHOWN else f"{words[: MAX_SHOWN - 3]}..."
