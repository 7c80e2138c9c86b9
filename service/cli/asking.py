"""Asks a running service for one decision."""

from typing import Any
from urllib.parse import urlencode

import click

from service.cli.question import Question
from service.cli.rest import Service
from service.client import calls
from service.client.calls import Call
from service.model.decision import Decision

LONGEST_QUERY = 8_000
"""Characters: RFC 9110 (4.1) asks every server to take URLs of that length, so a proxy on the way does too."""


def ask_service(service: Service, question: Question) -> bytes:
    """The decision as the service words it, in JSON.

    Raises:
        UsageError: the inputs are too long for a URL.
        Failure: the service refuses the question, or can't be reached.
    """
    return service.send(calls.verbatim(_call(question)))


def _call(question: Question) -> Call[Decision]:
    """Inputs as text go into a query, which the service reads by their types; inputs that have types are posted."""
    if question.inputs is not None:
        return calls.decide(question.rule, question.inputs, version=question.version)
    call = calls.decide_by_text(question.rule, question.texts, version=question.version)
    fit_a_url(call, otherwise="use '--inputs'")
    return call


def fit_a_url(call: Call[Any], *, otherwise: str) -> None:
    """Look whether the query of a call is one that every server takes.

    Raises:
        UsageError: it is longer; `otherwise` says what to do then.
    """
    if len(urlencode(call.query)) > LONGEST_QUERY:
        message = f"the inputs are longer than the {LONGEST_QUERY} characters that fit a URL: {otherwise}"
        raise click.UsageError(message)
