"""The program around the commands: help, endings, exit codes, colors."""

import os
import re
from collections.abc import Callable, Iterator

import click
import pytest
from click.testing import Result

from service import errors
from service.cli.ending import CODES, Code, failure, kind
from service.cli.main import create_cli
from service.errors import (
    AccessError,
    BusyError,
    ChangeError,
    DecisionError,
    Diagnostic,
    EngineError,
    InputsRejectedError,
    Issue,
    LiveVersionMovedError,
    NotReadyError,
    RecordNotFoundError,
    RequestTooLargeError,
    RuleEnteredError,
    RuleNotFoundError,
    RuleNotLiveError,
    RuleRejectedError,
    SandboxError,
    ServiceError,
    SettingsError,
    StoreUnavailableError,
    VersionNotFoundError,
    VersionTakenError,
    VersionUnusableError,
)
from tests.cli.conftest import SHIPPED, FakeTools

Run = Callable[..., Result]

COMMANDS = create_cli(FakeTools(SHIPPED, SHIPPED))
NAMES = [
    "serve", "mcp", "decide", "recommend", "goodput", "nearest", "solve", "sensitivity", "terraform", "check",
    "test", "diff", "replay", "schema", "openapi", "publish", "activate", "rollback", "retire", "rules", "audit",
    "export", "token", "token new", "token list", "token revoke",
]  # fmt: skip


def test_the_commands_are_these() -> None:
    assert sorted(every(COMMANDS)) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_has_a_summary_examples_exit_codes_and_every_option(run: Run, name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert f"  Examples:\n    gpu-rules {name}" in result.stdout
    assert "  Exit codes:\n    0  done\n" in result.stdout
    command = every(COMMANDS)[name]
    options = [one for one in command.params if isinstance(one, click.Option)]
    assert all(one.help and one.opts[0] in result.stdout for one in options)
    assert command.help


def test_the_help_lists_every_command_with_what_it_does(run: Run) -> None:
    lines = re.findall(r"^  ([a-z]+) +([A-Z]\S+ .+)", run("--help").stdout, re.MULTILINE)
    assert [name for name, _ in lines] == [name for name in NAMES if " " not in name]


@pytest.mark.parametrize(
    "name", [one for one in NAMES if one.split()[0] not in {"serve", "schema", "openapi", "terraform", "mcp"}]
)
def test_json_is_an_option_of_each(name: str) -> None:
    command = every(COMMANDS)[name]
    assert isinstance(command, click.Group) or any("--json" in one.opts for one in command.params)


def test_the_version(run: Run) -> None:
    assert run("--version").stdout == "gpu-rules 1.2.3\n"


def test_without_a_command_there_is_help(run: Run) -> None:
    result = run()
    assert result.exit_code == 2
    assert result.output == run("--help").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param("chek", "no such command `chek`", id="an unknown command"),
        pytest.param("--xyz", "no such option `--xyz`; see `gpu-rules --help`", id="an unknown option before it"),
        pytest.param("check --jsno", "no such option `--jsno`; did you mean `--json`", id="an unknown option after it"),
        pytest.param("check --format xml", "invalid value for `--format`: `xml` is not one of", id="an unknown choice"),
    ],
)
def test_a_command_line_that_is_not_right(run: Run, words: str, said: str) -> None:
    result = run(*words.split())
    assert result.stderr.startswith(f"error: {said}")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("error", "code", "name"),
    [
        pytest.param(
            InputsRejectedError([Issue("a", "$", "b")]), Code.NO, "inputs-rejected", id="a question is refused"
        ),
        pytest.param(RuleRejectedError([Diagnostic(code="a", message="b")]), Code.NO, "rule-rejected", id="bad rules"),
        pytest.param(RuleNotFoundError("a", []), Code.USAGE, "rule-not-found", id="no such rule"),
        pytest.param(VersionNotFoundError("a", "1", []), Code.USAGE, "version-not-found", id="no such version"),
        pytest.param(SettingsError("a"), Code.USAGE, "settings", id="a setting that does not fit"),
        pytest.param(RequestTooLargeError("a"), Code.USAGE, "request-too-large", id="too much at once"),
        pytest.param(RuleNotLiveError("a", []), Code.USAGE, "rule-not-live", id="a rule without a live version"),
        pytest.param(
            VersionUnusableError("a", "1", "b"), Code.NO, "version-unusable", id="a version that fits no more"
        ),
        pytest.param(VersionTakenError("a", "1", "b", "c"), Code.NO, "version-taken", id="a number that is taken"),
        pytest.param(
            LiveVersionMovedError("a", None), Code.NO, "live-version-moved", id="a change by others meanwhile"
        ),
        pytest.param(RuleEnteredError("a", ["b"]), Code.NO, "rule-entered", id="a rule that others enter"),
        pytest.param(ChangeError("a"), Code.NO, "change-refused", id="another change that is not made"),
        pytest.param(RecordNotFoundError("a"), Code.USAGE, "record-not-found", id="a decision that is not recorded"),
        pytest.param(AccessError("a"), Code.USAGE, "access", id="a token that may not"),
        pytest.param(StoreUnavailableError("a"), Code.UNREACHABLE, "store-unavailable", id="no database"),
        pytest.param(BusyError("a"), Code.UNREACHABLE, "busy", id="too many examinations"),
        pytest.param(SandboxError("a"), Code.UNREACHABLE, "sandbox-failed", id="an examination that failed by itself"),
        pytest.param(NotReadyError("a"), Code.UNREACHABLE, "not-ready", id="a service without rules"),
        pytest.param(EngineError("a"), Code.UNREACHABLE, "engine", id="a bug"),
    ],
)
def test_an_error_of_the_service_ends_with(error: ServiceError, code: Code, name: str) -> None:
    end = failure(error)
    assert (end.code, end.problem.type, end.problem.detail) == (code, name, str(error))


def test_every_refusal_of_a_question_is_a_no() -> None:
    refusals = list(descendants(DecisionError))
    assert len(refusals) == 9
    assert all(CODES[DecisionError] is Code.NO and one not in CODES for one in refusals)
    assert {kind(one) for one in refusals} >= {"inputs-missing", "no-branch-holds", "requirement-not-met"}


def test_an_error_while_serving_is_one_line(run: Run, tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "serve", raiser(errors.SettingsError("`GPU_RULES_PROT` is not a setting")))
    result = run("serve")
    assert (result.exit_code, result.stderr) == (2, "error: `GPU_RULES_PROT` is not a setting\n")


def test_ctrl_c_is_quiet(run: Run, tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "serve", raiser(KeyboardInterrupt()))
    result = run("serve")
    assert (result.exit_code, result.output) == (130, "")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["schema"], id="plain text"),
        pytest.param(["decide", "training-gpu", "model=small"], id="a page"),
    ],
)
def test_a_reader_that_goes_away_is_quiet(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as output:
        monkeypatch.setattr("sys.stdout", output)
        with pytest.raises(SystemExit) as ended:
            COMMANDS.main(words, prog_name="gpu-rules")
    assert ended.value.code == 141
    assert capfd.readouterr().err == ""


def test_a_bug_is_not_hidden(run: Run, tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "serve", raiser(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        run("serve")


def every(group: click.Command, prefix: str = "") -> dict[str, click.Command]:
    """All commands by their words, those of groups included."""
    found: dict[str, click.Command] = {}
    for name, command in group.commands.items() if isinstance(group, click.Group) else ():
        found |= {f"{prefix}{name}": command, **every(command, f"{prefix}{name} ")}
    return found


def raiser(error: BaseException) -> Callable[..., None]:
    def raises(**_: object) -> None:
        raise error

    return raises


def descendants(error: type[ServiceError]) -> Iterator[type[ServiceError]]:
    for one in error.__subclasses__():
        yield one
        yield from descendants(one)
