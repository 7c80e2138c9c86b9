"""What is known of a job beside its events: its model FLOP utilization, and what its time is worth."""

from typing import Final, NoReturn

from service.errors import Issue, TimelineRejectedError
from service.model.ledger import CATEGORIES, Category
from service.model.timeline import Options

_FIGURES: Final = ("tokens_per_second", "flops_per_token", "accelerators", "peak_flops")
_HOUR: Final = 3600.0


def program_goodput(options: Options) -> float | None:
    """The MFU as it was given, or tokens per second x FLOP per token / (accelerators x peak), as PaLM defines it.

    Raises:
        TimelineRejectedError: some of the four figures are missing, or it comes out above 1.
    """
    if options.program_goodput is not None:
        return options.program_goodput
    tokens, flops, accelerators, peak = (getattr(options, name) for name in _FIGURES)
    if tokens is None and flops is None and peak is None:
        return None
    missing = [name for name in _FIGURES if getattr(options, name) is None]
    if missing:
        listed = ", ".join(f"`{name}`" for name in missing)
        words = f"for the program goodput {listed} must be given too, or none of the figures but `accelerators`"
        _refuse("option-missing", missing[0], words)
    found: float = tokens * flops / (accelerators * peak)
    if found > 1:
        words = f"the program goodput comes to {found:.3g}, above 1: rule `program-goodput` says what is wrong"
        _refuse("out-of-range", "tokens_per_second", words)
    return found


def badput_price(seconds: dict[Category, float], options: Options) -> dict[Category, float] | None:
    """What the accelerators are worth in the time of each category but `productive`, billed or not.

    Raises:
        TimelineRejectedError: there is a price, and nothing says for how many accelerators.
    """
    price = options.accelerator_hour_price
    if price is None:
        return None
    if options.accelerators is None:
        words = "a price per accelerator and hour needs `accelerators`, how many the job has"
        _refuse("option-missing", "accelerators", words)
    rate = price * options.accelerators / _HOUR
    return {category: seconds[category] * rate for category in CATEGORIES if category != "productive"}


def _refuse(code: str, option: str, words: str) -> NoReturn:
    raise TimelineRejectedError([Issue(code, f"$.{option}", words)])
