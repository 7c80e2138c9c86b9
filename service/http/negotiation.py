"""Which of several forms of a document a caller would rather have."""

from collections.abc import Iterable, Sequence
from typing import Final

YAML: Final = "application/yaml"
JSON: Final = "application/json"
PLAIN: Final = "text/plain"
MARKDOWN: Final = "text/markdown"


def preferred(accepts: Iterable[str], offers: Sequence[str]) -> str:
    """The offer with the highest weight in `Accept`; the first offer where none is named or several weigh the same.

    A caller that accepts none of them gets the first: RFC 9110 (12.5.1) lets a server answer in a form that was not
    asked for, which says more than a refusal.
    """
    ranges = [_weighted(one) for header in accepts for one in header.split(",") if one.strip()]
    if not ranges:
        return offers[0]
    weights = [_weight(offer, ranges) for offer in offers]
    return offers[weights.index(max(weights))]


def weight(accepts: Iterable[str], offer: str) -> float:
    """The weight that `Accept` gives to an offer; 0 where it is refused or not named."""
    return _weight(offer, [_weighted(one) for header in accepts for one in header.split(",") if one.strip()])


def _weighted(text: str) -> tuple[str, float]:
    media_range, *parameters = (part.strip().lower() for part in text.split(";"))
    weights = [one.removeprefix("q=") for one in parameters if one.startswith("q=")]
    return media_range, _number(weights[0]) if weights else 1.0


def _number(text: str) -> float:
    """A weight from 0 to 1; one that is no such number counts as not acceptable."""
    whole, _, fraction = text.partition(".")
    well_formed = whole in ("0", "1") and (not fraction or (fraction.isdigit() and fraction.isascii()))
    return min(float(text), 1.0) if well_formed else 0.0


def _weight(offer: str, ranges: Sequence[tuple[str, float]]) -> float:
    """The weight of the most exact range that covers the offer; 0 where none does."""
    for covering in (offer, f"{offer.partition('/')[0]}/*", "*/*"):
        for media_range, weight in ranges:
            if media_range == covering:
                return weight
    return 0.0
