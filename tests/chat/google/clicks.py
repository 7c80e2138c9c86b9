"""What Google Chat sends of somebody who uses a card: the recorded event, with what that card holds."""

from pathlib import Path
from typing import Any

from msgspec import json

EVENTS = Path(__file__).parent / "events"


def recorded(name: str, **members: Any) -> dict[str, Any]:
    """An event of the shape that Google sends."""
    event: dict[str, Any] = json.decode((EVENTS / f"{name}.json").read_bytes())
    return {**event, **members}


def spoken(text: str, name: str, **members: Any) -> dict[str, Any]:
    """A message to the app."""
    event = recorded("message", **members)
    message = {**event["message"], "name": name, "text": f"@gpu-rules {text}", "argumentText": f" {text}"}
    return {**event, "message": message}


def widgets(message: dict[str, Any]) -> list[dict[str, Any]]:
    """All widgets of the card of a message."""
    return [widget for one in message["cardsV2"] for part in one["card"]["sections"] for widget in part["widgets"]]


def buttons(message: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The parameters of the buttons of a message, by their labels."""
    found = [one for widget in widgets(message) for one in widget.get("buttonList", {"buttons": []})["buttons"]]
    return {
        one["text"]: {pair["key"]: pair["value"] for pair in one["onClick"]["action"]["parameters"]} for one in found
    }


def pressed(message: dict[str, Any], label: str, at: str, *, given: str = "", **members: Any) -> dict[str, Any]:
    """A click on a button, when the field or the menu of the card holds what is given."""
    parameters = buttons(message)[label]
    inputs = {"answer": {"stringInputs": {"value": [given]}}} if given else {}
    event = recorded("button", eventTime=at, **members)
    pairs = [{"key": key, "value": value} for key, value in parameters.items()]
    action = {"actionMethodName": "say", "parameters": pairs}
    common = {**event["common"], "parameters": parameters, "formInputs": inputs}
    return {**event, "action": action, "common": common}


def chosen(message: dict[str, Any], label: str) -> str:
    """The value of a line of the menu of a message."""
    [menu] = [widget["selectionInput"] for widget in widgets(message) if "selectionInput" in widget]
    [value] = [item["value"] for item in menu["items"] if item["text"] == label]
    return str(value)


def texts(message: dict[str, Any]) -> str:
    """The paragraphs of a card."""
    return "\n".join(widget["textParagraph"]["text"] for widget in widgets(message) if "textParagraph" in widget)
