"""The operations for those who run the service."""

from http import HTTPStatus
from typing import Any

from service.http.openapi.names import schema
from service.http.openapi.responses import ALONE, BY_RULES, JSON, KEPT, not_modified, ok, problems


def running() -> dict[str, Any]:
    """The paths beside the rules."""
    return {
        "/healthz": {"get": _check_health()},
        "/readyz": {"get": _check_readiness()},
        "/metrics": {"get": _read_metrics()},
        "/openapi.json": {"get": _read_contract()},
        "/docs": {"get": _read_docs()},
    }


def _check_health() -> dict[str, Any]:
    return {
        "operationId": "checkHealth",
        "summary": "Is the process alive?",
        "tags": ["running"],
        "responses": {**ok("It answers.", {JSON: {"schema": schema("Alive")}}, ALONE), **problems()},
    }


def _check_readiness() -> dict[str, Any]:
    return {
        "operationId": "checkReadiness",
        "summary": "Are rules being served?",
        "description": "The revision that is served, since when, and how the latest load of the rules went.",
        "tags": ["running"],
        "responses": {
            **ok("They are.", {JSON: {"schema": schema("Ready")}}, BY_RULES),
            **problems(HTTPStatus.SERVICE_UNAVAILABLE),
        },
    }


def _read_metrics() -> dict[str, Any]:
    content = {"text/plain": {"schema": {"type": "string"}}}
    return {
        "operationId": "readMetrics",
        "summary": "Read the metrics",
        "description": "Counts and times of all workers together, in the text format of Prometheus.",
        "tags": ["running"],
        "responses": {**ok("The metrics.", content, ALONE), **problems()},
    }


def _read_contract() -> dict[str, Any]:
    content = {JSON: {"schema": {"type": "object"}}}
    return {
        "operationId": "readContract",
        "summary": "Read this contract",
        "description": "The OpenAPI document of the rules that are live.",
        "tags": ["running"],
        "responses": {
            **ok("The contract.", content, KEPT),
            **not_modified(),
            **problems(HTTPStatus.SERVICE_UNAVAILABLE),
        },
    }


def _read_docs() -> dict[str, Any]:
    content = {"text/html": {"schema": {"type": "string"}}}
    return {
        "operationId": "readDocs",
        "summary": "Read this contract in a browser",
        "tags": ["running"],
        "responses": {**ok("The page.", content, ("X-Request-Id", "ETag")), **not_modified(), **problems()},
    }
