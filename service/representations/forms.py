"""Which forms there are, and an answer in one of them."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from service.errors import InputsMissingError, Issue, NoCandidateError, NotRepresentableError
from service.model.decision import Decision, Question, Rejected
from service.representations import env, gcloud, gke, slurm, terraform, tfvars
from service.representations.answers import Answer, chosen_of, decision_of
from service.representations.facts import Facts, facts, text
from service.representations.machine import Machine, machines


class Form(Struct, frozen=True):
    """A form: its name, the media type that it has, and how it is written.

    Some are of what is known by name, others of the machines alone. `own_media_type` is what callers ask for in
    `Accept`; it tells these texts from others.
    """

    name: str
    media_type: str
    own_media_type: str
    of_facts: Callable[[Facts], str] | None = None
    of_machines: Callable[[list[Machine]], str] | None = None


_PLAIN: Final = "text/plain; charset=utf-8"
OWN: Final = "application/vnd.gpu-rules"
"""What the media types of all forms begin with."""
_FLAT, _STATE = f"{OWN}.terraform+json", f"{OWN}.tfstate+json"
_ALL: Final = (
    Form("terraform", _FLAT, _FLAT, of_facts=terraform.flat),
    Form("tfstate", _STATE, _STATE, of_facts=terraform.state),
    Form("tfvars", _PLAIN, f"{OWN}.tfvars", of_facts=tfvars.variables),
    Form("env", _PLAIN, f"{OWN}.env", of_facts=env.variables),
    Form("gcloud", _PLAIN, f"{OWN}.gcloud", of_machines=gcloud.command),
    Form("gke", _PLAIN, f"{OWN}.gke", of_machines=gke.manifests),
    Form("slurm", _PLAIN, f"{OWN}.slurm", of_machines=slurm.lines),
)
FORMS: Final = {form.name: form for form in _ALL}
"""All forms but JSON, by name."""


def represent(answer: Answer, form: Form) -> str:
    """The answer in that form.

    Raises:
        InputsMissingError: the decision still needs an input.
        NoCandidateError: no machine meets all constraints.
        NotRepresentableError: the form is one of machines, and the answer names none, or none that the tool makes.
    """
    _refuse(answer)
    if form.of_facts is not None:
        return form.of_facts(facts(answer))
    if chosen_of(answer) is None:
        raise NotRepresentableError([Issue("not-representable", "$.format", _without(decision_of(answer), form))])
    assert form.of_machines is not None, "a form is of facts or of machines"  # noqa: S101 - by the table above
    return form.of_machines(machines(answer))


def _without(decision: Decision, form: Form) -> str:
    """Why a decision without machines has no such form; an outcome may lead to machines."""
    words = f"`{decision.rule.name}` names no machine, which `{form.name}` is about"
    asking = f"ask `/v1/recommendations/{decision.rule.name}`, or `gpu-rules recommend {decision.rule.name}`"
    return f"{words}: {asking}" if decision.outcome else words


def _refuse(answer: Answer) -> None:
    """Refuse what a tool could only misunderstand."""
    decision, chosen = decision_of(answer), chosen_of(answer)
    if decision.ask:
        raise InputsMissingError([_missing(one) for one in decision.ask])
    if chosen is not None and not chosen.candidates:
        changes = [_change(one.input, one.to) for one in chosen.relax]
        words = f"; one change would do: {' or '.join(changes)}" if changes else ""
        summary = Issue("no-candidate", "$.candidates", f"no machine meets all constraints{words}")
        raise NoCandidateError([summary, *map(_rejected, chosen.rejected)])


def _missing(one: Question) -> Issue:
    return Issue("missing-input", f"$.inputs.{one.input}", f"`{one.input}` is missing: {one.question}")


def _rejected(row: Rejected) -> Issue:
    reasons = "; ".join(one.because for one in row.because)
    return Issue("rejected", f"$.rejected.{row.key}", f"`{row.key}`: {reasons}")


def _change(name: str, to: object) -> str:
    return f"leave out `{name}`" if to is None else f"`{name}` = {text(to)}"
