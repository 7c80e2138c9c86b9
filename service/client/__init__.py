"""A client of a running service, for programs that ask it: typed questions in, typed answers out.

    from service.client import Client

    with Client("http://127.0.0.1:8000") as client:
        decision = client.decide("training-gpu", {"vms": 3, "gpus": 16, "model": "other", "latency_critical": False})
        print(decision.outcome.title if decision.outcome else decision.ask[0].question)

`AsyncClient` has the same methods, to await. `calls` has the same operations as data. What can go wrong is in
`failures`. Both ask again where that helps; see `Retries`.
"""

from service.client import calls
from service.client.failures import ClientError, Refused, Unexpected, Unreachable, Unsendable
from service.client.operations import Operations
from service.client.retries import NEVER, Retries
from service.client.senders import AsyncSender, Sender

__all__ = [
    "NEVER",
    "AsyncClient",
    "Client",
    "ClientError",
    "Refused",
    "Retries",
    "Unexpected",
    "Unreachable",
    "Unsendable",
    "calls",
]


class Client(Operations, Sender):
    """Asks one service, and waits for its answers."""


class AsyncClient(Operations, AsyncSender):
    """Asks one service, and lets others work until it answers."""
