"""From a decision to machines, and to the text that a tool takes."""

from collections.abc import Mapping
from typing import Any

from msgspec import ValidationError, structs

from service.client.calls.asking import Inputs, asked
from service.client.calls.call import Call, Reply, as_text, body, given, reads
from service.model.recommendation import Recommendation, SentRecommendation, received


def recommend(
    rule: str,
    inputs: Inputs,
    *,
    constraints: Inputs | None = None,
    version: str | None = None,
    selection: str | None = None,
) -> Call[Recommendation]:
    """Machines for the outcome that a tree comes to, the best first, and why the others are none.

    `constraints` are inputs of the selection; under the name of a formula that estimates one stand the inputs of that:
    `{"vms": 2, "memory": {"parameters": 7e10}}`. Where an input of both rules has one name, one value serves both.
    """
    content = body(inputs=inputs, constraints=constraints, version=version, selection=selection)
    return asked(("recommendations", rule), _recommendation, "recommendation", content)


def recommend_by_text(
    rule: str, texts: Mapping[str, str], *, version: str | None = None, selection: str | None = None
) -> Call[Recommendation]:
    """The same with inputs and constraints as text, which the service reads by their types.

    Inputs of a formula that estimates a constraint are named with it: `{"vms": "2", "memory.parameters": "7e10"}`.
    """
    query = {**given(version=version, selection=selection), **texts}
    path = ("recommendations", rule)
    return Call(path=path, query=query, read=_recommendation, noun="recommendation", scope="decide")


def represent(call: Call[Any], format: str) -> Call[str]:  # noqa: A002 - the word of the contract
    """A decision or a recommendation as a tool takes it: `terraform`, `tfstate`, `gcloud`, `gke`, `slurm` and so on.

    A service that has nothing to say in this format, such as a machine where none fits, refuses the call.
    """
    query = {**call.query, "format": format}
    return structs.replace(call, query=query, read=as_text, noun=f"answer for `{format}`")


def _recommendation(reply: Reply) -> Recommendation:
    sent = reads(SentRecommendation)(reply)
    try:
        return received(sent)
    except (KeyError, TypeError, ValueError) as error:
        message = f"a candidate or a rejected row is not as it should be: {error}"
        raise ValidationError(message) from error
