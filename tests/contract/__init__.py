"""The promise in the OpenAPI document, held against the running service."""
