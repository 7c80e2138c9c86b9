"""`gpu-rules openapi` and `gpu-rules schema`: what is generated from the rules and their language."""

from pathlib import Path

import click

from service.cli.epilog import epilog
from service.cli.program import json_option
from service.cli.tools import Tools
from service.store.directory import Directory
from service.usecases.live import LiveRules

OPENAPI_BELOW = epilog(
    "gpu-rules openapi --output openapi/openapi.yaml",
    "gpu-rules openapi --json",
    no="the rules have errors",
)
SCHEMA_BELOW = epilog("gpu-rules schema --output rules/rule.schema.json")

output_option = click.option(
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write to this file instead of standard output.",
)


@click.command(epilog=OPENAPI_BELOW)
@output_option
@json_option("the document")
@click.pass_obj
def openapi(tools: Tools, output: Path | None, as_json: bool) -> None:
    """Write the OpenAPI document of a service with the present rules, in YAML.

    Each rule is an operation of its own, with its inputs as the schema. A running service serves the same document, in
    JSON, at /openapi.json.
    """
    revision = LiveRules(Directory(tools.rules_dir)).load(cases=False)
    _write(tools.openapi(revision, as_json=as_json), output)


@click.command(epilog=SCHEMA_BELOW)
@output_option
@json_option("the schema (it always is)")
@click.pass_obj
def schema(tools: Tools, output: Path | None, as_json: bool) -> None:  # noqa: ARG001 - JSON is its only form
    """Write the JSON Schema of rule files, with which editors complete and check them."""
    _write(tools.rule_schema(), output)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"'{output}' can't be written: {error.strerror}"
        raise click.UsageError(message) from error
