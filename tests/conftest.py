"""What all tests share: how many examples Hypothesis tries, and that they are the same ones every time."""

import os

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.databases",)

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile(
    "ci", max_examples=200, derandomize=True, deadline=None, print_blob=True, suppress_health_check=SLOW
)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=100)
settings.register_profile("thorough", settings.get_profile("ci"), max_examples=5_000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

LONG = (
    "tests/soak/",
    "tests/engine/test_agreement.py",
    "tests/docs/test_walkthrough.py",
    "tests/keeper/test_service.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no worker is left alone with it at the end."""
    items.sort(key=lambda one: not one.nodeid.startswith(LONG))
