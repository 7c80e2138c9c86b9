"""The REST API, asked over ASGI."""
