"""Units that count things or money, beside those that measure: the words that `unit:` may use without a definition.

Each measures itself alone: tokens are never GPUs. A word that is missing here is added here.
"""

from typing import Final

_MACHINES: Final = "VM GPU TPU CPU vCPU core chip slice accelerator node host machine device rack cluster zone region"
_WORK: Final = "job task pod container replica worker process request query call user person"
_TRAINING: Final = "token FLOP OP step batch microbatch epoch sample example image frame document parameter layer head"
_EVENTS: Final = "interruption failure restart checkpoint preemption event trial item record file object"
MONEY: Final = "USD EUR GBP CHF JPY CNY INR KRW BRL CAD AUD MXN SGD SEK NOK DKK PLN"

COUNTED: Final = tuple(" ".join((_MACHINES, _WORK, _TRAINING, _EVENTS, MONEY)).split())
"""The words, in the order in which they are documented."""
