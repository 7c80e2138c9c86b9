"""`gpu-rules check`: formats and exit codes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json

from service.cli.findings import Findings, annotation
from service.cli.words import counted
from service.errors import Diagnostic
from tests.cli.conftest import FILES

Run = Callable[..., Result]


def test_the_shipped_rules_are_right(run: Run) -> None:
    result = run("check")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"no errors, no warnings in {FILES} files\n")


def test_help_names_the_limits(run: Run) -> None:
    text = run("check", "--help").stdout
    assert "GPU_RULES_CHECK_SECONDS" in text
    assert "GPU_RULES_CHECK_MEMORY_MB" in text


def test_a_finding_is_a_line_with_its_file_and_line(run: Run, broken: Path, rules_dir: Path) -> None:
    result = run("check", rules_dir)
    assert result.stdout.startswith(f"{broken}:86: cel-type: ")
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1)
    assert result.stderr == f"1 error, no warnings in {FILES} files\n"


def test_findings_as_json(run: Run, broken: Path, rules_dir: Path) -> None:
    short = run("check", "--json", rules_dir)
    long = run("check", "--format", "json", rules_dir)
    found = json.decode(short.stdout)
    [finding] = found["diagnostics"]
    assert (found["errors"], found["warnings"], found["files"]) == (1, 0, FILES)
    assert (finding["file"], finding["line"], finding["code"]) == (str(broken), 86, "cel-type")
    assert (short.exit_code, short.stderr) == (1, "")
    assert (long.exit_code, long.stdout) == (1, short.stdout)


def test_findings_as_annotations(run: Run, broken: Path, rules_dir: Path) -> None:
    result = run("check", "--format", "github", rules_dir)
    assert result.stdout.startswith(f"::error file={broken},line=86,col=")
    assert ",title=cel-type::" in result.stdout
    assert (result.exit_code, result.stderr) == (1, f"1 error, no warnings in {FILES} files\n")


@pytest.mark.parametrize(
    ("diagnostic", "line"),
    [
        pytest.param(
            Diagnostic(code="limit", message="too long", file="a.yaml", line=2, column=3),
            "::error file=a.yaml,line=2,col=3,title=limit::too long",
            id="an error",
        ),
        pytest.param(
            Diagnostic(code="overlap", message="both hold", file="a.yaml", severity="warning"),
            "::warning file=a.yaml,line=1,col=1,title=overlap::both hold",
            id="a warning",
        ),
        # https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts: escapeData and escapeProperty
        pytest.param(
            Diagnostic(code="c:o,d", message="100 %: a, b\r\nc", file="C:\\a,b.yaml"),
            "::error file=C%3A\\a%2Cb.yaml,line=1,col=1,title=c%3Ao%2Cd::100 %25: a, b%0D%0Ac",
            id="marks that GitHub reads are escaped",
        ),
    ],
)
def test_an_annotation(diagnostic: Diagnostic, line: str) -> None:
    assert annotation(diagnostic) == line


def test_the_summary_counts_in_words() -> None:
    error = Diagnostic(code="limit", message="too long")
    warning = Diagnostic(code="overlap", message="both hold", severity="warning")
    assert str(Findings.of([error, warning, error, error], 2)) == "3 errors, 1 warning in 2 files"
    assert [counted(number, "file") for number in (0, 1, 2)] == ["no files", "1 file", "2 files"]
