"""What is wanted, from names and texts alone: a query, or words on a command line."""

from collections.abc import Mapping
from typing import Any

from service.engine.program import SelectionProgram
from service.errors import InputsRejectedError, Issue, nearest
from service.language.reading import from_text
from service.language.values import MAX_SHOWN
from service.model.inputs import AnyInput
from service.usecases.recommend import Wanted, selection_of
from service.usecases.revision import Revision


def wanted(revision: Revision, rule: str, texts: Mapping[str, str], **chosen: str | None) -> Wanted:
    """Inputs of the rule, constraints, and inputs of estimating formulas as `formula.input`, each by its name.

    `chosen` may be a `version` of the rule and a `selection`.

    Raises:
        RuleNotFoundError, VersionNotFoundError, RuleNotLiveError: there is no such rule, version or selection.
        RequestRejectedError: it is not clear which selection is meant.
        InputsRejectedError: a name belongs to none of them.
    """
    own = revision.version(rule, chosen.get("version")).program.common.inputs
    _, selection = selection_of(revision, chosen.get("selection"))
    inputs: dict[str, Any] = {}
    constraints: dict[str, Any] = {}
    issues = []
    for name, text in texts.items():
        if name in own:
            inputs[name] = from_text(own[name], text)
        elif name in selection.document.inputs:
            constraints[name] = from_text(selection.document.inputs[name], text)
        elif not _aside(selection, name, text, constraints):
            issues.append(_stranger(name, [*own, *selection.document.inputs, *_asides(selection)]))
    if issues:
        raise InputsRejectedError(issues)
    return Wanted(rule=rule, inputs=inputs, constraints=constraints, **chosen)


def _aside(selection: SelectionProgram, name: str, text: str, constraints: dict[str, Any]) -> bool:
    """Take an input of an estimating formula, if it is one."""
    known = _asides(selection).get(name)
    if known is None:
        return False
    formula, _, one = name.partition(".")
    constraints.setdefault(formula, {})[one] = from_text(known, text)
    return True


def _asides(selection: SelectionProgram) -> dict[str, AnyInput]:
    return {
        f"{program.common.id.name}.{name}": one
        for program in selection.estimates.values()
        for name, one in program.common.inputs.items()
    }


def _stranger(name: str, known: list[str]) -> Issue:
    shown = name[:MAX_SHOWN]
    inside = next((one for one in known if one.startswith(f"{name}.")), None)
    if inside:
        message = f"`{shown}` has inputs of its own: name one of them, such as `{inside}`"
        return Issue("unknown-input", f"$.{shown}", message)
    close = nearest(name, known)
    words = f"the nearest is `{close}`" if close else f"known are {', '.join(f'`{one}`' for one in known)}"
    return Issue("unknown-input", f"$.{shown}", f"`{shown}` is neither an input of this rule nor a constraint; {words}")
