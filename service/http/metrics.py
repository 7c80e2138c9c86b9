"""Figures about what the service does, for Prometheus.

In several workers the counts add up: prometheus-client keeps them in files under `PROMETHEUS_MULTIPROC_DIR`, which must
be set before it is imported. Every label has a bounded set of values: rules, versions, outcomes and types of problems.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.engine.engine import Engine
from service.http.kinds import KINDS, TYPE_PREFIX
from service.model.rule import RuleId
from service.model.status import KeeperStatus
from service.usecases.live import LiveRules

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
_BUCKETS: Final = (5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 5e-2, 0.1, 0.5, 1.0)
_BATCH_BUCKETS: Final = (1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_TIMELINE_BUCKETS: Final = (1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
"""Seconds. A remembered decision takes about 8 us, a long list of records some milliseconds."""
_SLUGS: Final = {error.__name__: kind.slug for error, kind in KINDS.items()}
_MEMO_EVERY: Final = 1000
"""Decisions between two looks at the memo, which counts for itself."""


class Metrics:
    """Watches decisions and problems; `expose` gives the figures of all workers together."""

    def __init__(self, live: LiveRules, engine: Engine, status: Callable[[], KeeperStatus] = KeeperStatus) -> None:
        """Tell of this revision, this engine's memo, and how the keeper stands with the store."""
        disable_created_metrics()  # type: ignore[no-untyped-call]  # they say when a worker first counted something, which nobody asks
        self._live = live
        self._engine = engine
        self._status = status
        self._registry = CollectorRegistry()
        self._decisions = self._counter("decisions", "Decisions, by what came out.", "rule", "version", "outcome")
        self._problems = self._counter("problems", "Problems that were answered, by type.", "type")
        self._hits = self._counter("memo_hits", "Inferences that were remembered.")
        self._misses = self._counter("memo_misses", "Inferences that durable-rules had to draw.")
        self._reloads = self._counter("reloads", "Bundles of rules that were taken, or failed.", "result")
        self._examinations = self._counter("examinations", "Examinations of documents, by how they went.", "result")
        self._timelines = self._counter("timelines", "Timelines, by whether a ledger was made of them.", "result")
        self._records = self._counter("records", "Decisions that were recorded, or dropped.", "result")
        self._records.labels("dropped").inc(0)  # an alert needs the series before the first one
        self._seconds = Histogram(
            "gpu_rules_decision_seconds",
            "Time that a decision took, those of batches left out.",
            ["rule"],
            registry=self._registry,
            buckets=_BUCKETS,
        )
        self._batch_seconds = Histogram(
            "gpu_rules_batch_seconds",
            "Time that a batch took, from its first item to its last.",
            ["rule"],
            registry=self._registry,
            buckets=_BATCH_BUCKETS,
        )
        self._timeline_seconds = Histogram(
            "gpu_rules_timeline_seconds",
            "Time that a ledger took, from when its timeline was there, with the wait for its turn.",
            registry=self._registry,
            buckets=_TIMELINE_BUCKETS,
        )
        self._seen: dict[tuple[str, str, str], tuple[Callable[[], None], Callable[[float], None]]] = {}
        self._until_memo = _MEMO_EVERY
        self._memo = (0, 0)

    def decided(self, rule: RuleId, result: str, seconds: float) -> None:
        """Count a decision; `result` is an outcome, a status, or the class name of a refusal."""
        key = (rule.name, rule.version, result)
        watching = self._seen.get(key)
        if watching is None:
            outcome = _SLUGS.get(result, result)
            counter = self._decisions.labels(rule.name, rule.version, outcome)
            watching = self._seen[key] = (counter.inc, self._seconds.labels(rule.name).observe)
        count, time = watching
        count()
        time(seconds)
        self._until_memo -= 1
        if not self._until_memo:
            self._count_memo()

    def batched(self, rule: RuleId, results: Mapping[str, int], seconds: float) -> None:
        """Count the decisions of a batch; it is timed as a whole."""
        for result, count in results.items():
            self._decisions.labels(rule.name, rule.version, _SLUGS.get(result, result)).inc(count)
        self._batch_seconds.labels(rule.name).observe(seconds)
        self._count_memo()

    def refused(self, type_: str) -> None:
        """Count a problem by its type."""
        self._problems.labels(type_.removeprefix(TYPE_PREFIX)).inc()

    def reloaded(self, result: str) -> None:
        """Count a bundle that was `taken`, or has `failed`."""
        self._reloads.labels(result).inc()

    def examined(self, result: str) -> None:
        """Count an examination: `passed`, `rejected`, `busy` or `failed`."""
        self._examinations.labels(result).inc()

    def accounted(self, result: str, seconds: float) -> None:
        """Count a timeline: its ledger was `made`, or it was `rejected`, not tried (`busy`), or it `failed`."""
        self._timelines.labels(result).inc()
        self._timeline_seconds.observe(seconds)

    def recorded(self, count: int) -> None:
        """Count decisions that were recorded."""
        self._records.labels("written").inc(count)

    def dropped(self, count: int) -> None:
        """Count decisions that should have been recorded, and were not."""
        self._records.labels("dropped").inc(count)

    def expose(self) -> bytes:
        """The figures in the text format of Prometheus."""
        self._count_memo()
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(self._registry) + self._revision()
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together) + self._revision()

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"gpu_rules_{name}", words, labels, registry=self._registry)

    def _count_memo(self) -> None:
        self._until_memo = _MEMO_EVERY
        hits, misses = self._engine.memo_hits_and_misses()
        self._hits.inc(hits - self._memo[0])
        self._misses.inc(misses - self._memo[1])
        self._memo = (hits, misses)

    def _revision(self) -> bytes:
        registry = CollectorRegistry()
        registry.register(_Standing(self._live, self._status()))
        return generate_latest(registry)


class _Standing(Collector):
    """How things stand for the worker that answers: such figures do not add up, so they go through no files."""

    def __init__(self, live: LiveRules, status: KeeperStatus) -> None:
        self._live = live
        self._status = status

    def collect(self) -> Iterator[Metric]:
        """The figures as they are now."""
        last = self._live.last
        rejected = last is not None and not last.taken
        yield GaugeMetricFamily("gpu_rules_last_load_failed", "1 if the latest load of the rules failed.", rejected)
        imported = self._status.imported
        if imported is not None:
            refused = not imported.taken
            yield GaugeMetricFamily("gpu_rules_last_import_failed", "1 if the directory of rules is refused.", refused)
        if self._status.contact is not None:
            words = "When the store was last reached."
            yield GaugeMetricFamily("gpu_rules_contact_timestamp_seconds", words, self._status.contact.timestamp())
        if self._live.since is not None:
            yield from self._revision(self._live.since.timestamp())

    def _revision(self, since: float) -> Iterator[Metric]:
        revision = GaugeMetricFamily("gpu_rules_revision_info", "The revision that is being served.", labels=["digest"])
        revision.add_metric([self._live.snapshot.digest], 1)
        yield revision
        yield GaugeMetricFamily("gpu_rules_revision_timestamp_seconds", "When that revision was taken.", since)
        words = "The event of the audit log up to which the rules are served."
        yield GaugeMetricFamily("gpu_rules_sequence", words, self._live.sequence)
