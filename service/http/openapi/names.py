"""How rules are called in the contract, where names follow the customs of programs."""

from typing import Any

from service.model.durations import PATTERN


def camel(name: str) -> str:
    """`training-gpu` as `TrainingGpu`."""
    return "".join(part.capitalize() for part in name.split("-"))


def schema(name: str) -> dict[str, Any]:
    """A reference to a schema of the contract."""
    return {"$ref": f"#/components/schemas/{name}"}


def example(name: str) -> dict[str, Any]:
    """A reference to an example of the contract."""
    return {"$ref": f"#/components/examples/{name}"}


def example_name(rule: str, key: str) -> str:
    """The example of an answer of a rule."""
    return f"{camel(rule)}.{key}"


def inputs_name(rule: str) -> str:
    """The schema of a rule's inputs."""
    return f"{camel(rule)}Inputs"


def headers(*names: str) -> dict[str, Any]:
    """References to headers of the contract."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def by_reference(part: Any) -> Any:
    """The same schema, with durations as text by reference: their pattern is long."""
    if isinstance(part, dict):
        if part.get("pattern") == PATTERN:
            return schema("DurationText")
        return {name: by_reference(value) for name, value in part.items()}
    return [by_reference(one) for one in part] if isinstance(part, list) else part
