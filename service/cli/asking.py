"""Asks a running service for one decision."""

import click
from httpx import QueryParams

from service.cli.question import Question
from service.cli.rest import Request, Service, as_json
from service.model.decision import Decision

LONGEST_QUERY = 8_000
"""Characters: RFC 9110 (4.1) asks every server to take URLs of that length, so a proxy on the way does too."""


def ask_service(service: Service, question: Question) -> bytes:
    """The decision as the service words it, in JSON.

    Raises:
        UsageError: the inputs are too long for a URL.
        Failure: the service refuses the question, or can't be reached.
    """
    response = service.send(_request(question))
    service.read(response, Decision, "decision")
    return response.content


def _request(question: Question) -> Request:
    """A GET for inputs as text, which the service reads by their types; a POST for inputs that have types."""
    path = ("decisions", question.rule)
    version = {"version": question.version} if question.version else {}
    if question.inputs is None:
        query = {**version, **question.texts}
        if len(str(QueryParams(query))) > LONGEST_QUERY:
            message = f"the inputs are longer than the {LONGEST_QUERY} characters that fit a URL: use '--inputs'"
            raise click.UsageError(message)
        return Request(path=path, query=query, scope="decide")
    content, headers = as_json({"inputs": question.inputs, **version})
    return Request(path=path, method="POST", content=content, headers=headers, scope="decide")
