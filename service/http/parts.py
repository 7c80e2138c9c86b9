"""What the REST API is built from; `service/bootstrap.py` fills it."""

from msgspec import Struct

from service.http.metrics import Metrics
from service.usecases.decide import Decide
from service.usecases.live import LiveRules


class HttpParts(Struct, frozen=True, kw_only=True):
    """Use cases and limits.

    Attributes:
        decide: answers questions.
        live: the rules that are being served.
        metrics: counts what happens.
        body_limit: largest body of a request, in bytes.
        batch_body_limit: largest body of a batch, in bytes.
        batch_items: most items of a batch.
        cors_origins: origins whose pages may call the service; none means that no page of another origin may, `*` all.
        root_path: the path prefix that a proxy in front strips.
        access_log: whether each request is logged.
    """

    decide: Decide
    live: LiveRules
    metrics: Metrics
    body_limit: int
    batch_body_limit: int
    batch_items: int
    cors_origins: tuple[str, ...] = ()
    root_path: str = ""
    access_log: bool = False
