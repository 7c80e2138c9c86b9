"""The manifest of a Slack app points to what is served, and asks Slack for no more than that needs."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from service.bootstrap.platforms import SLACK

MANIFEST: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[2] / "examples" / "slack" / "manifest.yaml").read_text()
)


def test_the_app_sends_to_the_paths_that_are_served() -> None:
    [command] = MANIFEST["features"]["slash_commands"]
    interactivity = MANIFEST["settings"]["interactivity"]
    assert (urlsplit(command["url"]).path, urlsplit(interactivity["request_url"]).path) == SLACK
    assert interactivity["is_enabled"] is True


def test_the_app_has_the_one_scope_that_a_command_needs() -> None:
    assert MANIFEST["oauth_config"]["scopes"] == {"bot": ["commands"]}
    assert MANIFEST["settings"]["socket_mode_enabled"] is False


def test_texts_are_within_the_limits_of_slack() -> None:
    """https://docs.slack.dev/reference/app-manifest: the most characters of each."""
    [command] = MANIFEST["features"]["slash_commands"]
    assert len(MANIFEST["display_information"]["name"]) <= 35
    assert len(MANIFEST["display_information"]["description"]) <= 140
    assert len(MANIFEST["features"]["bot_user"]["display_name"]) <= 80
    assert len(command["command"]) <= 32
    assert len(command["description"]) <= 2_000
    assert len(command["usage_hint"]) <= 1_000
