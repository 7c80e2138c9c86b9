"""What can be asked next: the inputs that a ledger has for the rules about goodput."""

from typing import Any

from service.model.ledger import Interruption, Ledger
from service.model.timeline import Options
from service.timeline.costs import LISTED


def questions(ledger: Ledger, means: dict[str, float], options: Options) -> dict[str, dict[str, Any]]:
    """The inputs by the name of the rule; a rule that could not be asked with them is left out.

    The model of runtime goodput knows no wait for the first resources, so its period is the one without that wait.
    """
    period, scheduling, runtime = ledger.period, ledger.scheduling_goodput, ledger.runtime_goodput
    held = period - ledger.seconds["waiting_for_resources"]
    saved = {"checkpoint_save": ledger.seconds["saving"]}
    counted = {"interruption_count": ledger.interruption_count, **means}
    asked: dict[str, dict[str, Any]] = {
        "scheduling-goodput": {"evaluation_period": period, "available_time": ledger.available}
    }
    if runtime is None:
        return asked
    if ledger.interruption_count <= LISTED:
        records = [_record(one) for one in ledger.interruptions]
        asked["runtime-goodput"] = {"evaluation_period": held, "interruptions": records, **saved}
    if means:
        asked["runtime-goodput-estimate"] = {"evaluation_period": held, **counted, **saved}
        asked["observed-mtbf"] = {"period": period, "interruption_count": ledger.interruption_count}
    goodputs = {"scheduling_goodput": scheduling, "runtime_goodput": runtime}
    if ledger.program_goodput is not None:
        goodputs["program_goodput"] = ledger.program_goodput
        price = options.accelerator_hour_price
        has_a_price = price is not None and ledger.ml_productivity_goodput
        priced = {"accelerator_hour_price": price} if has_a_price else {}
        asked["ml-productivity-goodput"] = {**goodputs, **priced}
    asked["goodput-levers"] = {"evaluation_period": period, **counted, **goodputs}
    return asked


def _record(one: Interruption) -> dict[str, float]:
    return {"since_checkpoint": one.since_checkpoint, "resume": one.resume, "reschedule": one.reschedule}
