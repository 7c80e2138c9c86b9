"""`gpu-rules publish` into the store here."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json

from service.errors import StoreUnavailableError
from service.model.publication import Draft
from service.usecases.ports import LocalStore
from tests.cli.conftest import FakeTools
from tests.cli.stores import events, fill, shipped, wider

Run = Callable[..., Result]


@pytest.fixture
def filled(tools: FakeTools) -> FakeTools:
    """A store in which `training-gpu` 1.0.0 is live."""
    fill(tools, Draft("training-gpu", "1.0.0", shipped("training-gpu")), live={"training-gpu": "1.0.0"})
    return tools


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_a_file_becomes_a_version_that_is_not_live(run: Run, filled: FakeTools, tmp_path: Path) -> None:
    file = written(tmp_path / "draft.yaml", wider())
    result = run("publish", file, "--reason", "wider")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "published: training-gpu 1.1.0\n", "")
    last = events(filled)[-1]
    assert (last.action, last.rule, last.version, last.why) == ("published", "training-gpu", "1.1.0", "wider")
    assert last.who not in {"", "directory"}
    assert run("rules").stdout.splitlines()[1].split() == ["training-gpu", "1.0.0", "1.0.0,", "1.1.0"]


def test_the_same_again_changes_nothing(run: Run, filled: FakeTools, tmp_path: Path) -> None:
    file = written(tmp_path / "draft.yaml", wider())
    run("publish", file)
    before = events(filled)
    result = run("publish", file)
    assert (result.exit_code, result.stdout) == (0, "published before: training-gpu 1.1.0\n")
    assert events(filled) == before


def test_it_can_be_made_live_at_once(run: Run, filled: FakeTools, tmp_path: Path) -> None:
    file = written(tmp_path / "draft.yaml", wider())
    result = run("publish", file, "--activate", "--reason", "now")
    assert result.stdout == "published: training-gpu 1.1.0\nlive: training-gpu 1.0.0 -> 1.1.0\n"
    assert [(one.action, one.why) for one in events(filled)[-2:]] == [("published", "now"), ("activated", "now")]
    again = run("publish", file, "--activate")
    assert again.stdout == "published before: training-gpu 1.1.0\nlive before: training-gpu 1.1.0\n"


@pytest.mark.usefixtures("filled")
def test_what_was_done_as_json(run: Run, tmp_path: Path) -> None:
    done = json.decode(run("publish", written(tmp_path / "draft.yaml", wider()), "--activate", "--json").stdout)
    [sent], [moved] = done["published"], done["live"]
    assert (sent["name"], sent["version"], sent["new"], sent["warnings"]) == ("training-gpu", "1.1.0", True, [])
    assert sent["digest"] == Draft("training-gpu", "1.1.0", wider()).digest
    assert (moved["rule"], moved["before"], moved["after"]) == ("training-gpu", "1.0.0", "1.1.0")


def test_a_number_that_is_taken(run: Run, filled: FakeTools, tmp_path: Path) -> None:
    before = events(filled)
    result = run("publish", written(tmp_path / "draft.yaml", wider("1.0.0")))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: `training-gpu` 1.0.0 was published before with another content")
    assert events(filled) == before


def test_everything_that_is_wrong_is_told_by_file_and_line(run: Run, filled: FakeTools, tmp_path: Path) -> None:
    broken = (
        wider().replace(b"gpus > 32 ||", b"gpus > 32.0 ||").replace(b"model: other, vms: 7,", b"model: oter, vms: 7,")
    )
    file = written(tmp_path / "draft.yaml", broken)
    before = events(filled)
    for words in ([], ["--dry-run"], ["--activate"]):
        result = run("publish", file, *words)
        lines = result.stderr.splitlines()
        assert (result.exit_code, result.stdout, len(lines)) == (1, "", 2)
        assert lines[0].startswith(f"error: {file}:86: cel-type: ")
        assert lines[1].startswith(f"error: {file}:")
    problem = json.decode(run("publish", file, "--json").stdout)
    assert problem["type"] == "rule-rejected"
    assert problem["errors"][0]["code"] == "cel-type"
    assert events(filled) == before


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"kind: [", "yaml-syntax", id="no YAML"),
        pytest.param(b"kind: tree\nname: a\n", "missing-key", id="no version"),
        pytest.param(wider().replace(b"version: 1.1.0", b"version: 1.1"), ":9: wrong-type: ", id="a number"),
        pytest.param(wider().replace(b"name: training-gpu", b"name: ../up"), "name", id="a name that leads elsewhere"),
    ],
)
def test_a_file_that_does_not_say_what_it_is(run: Run, tmp_path: Path, content: bytes, said: str) -> None:
    file = written(tmp_path / "draft.yaml", content)
    result = run("publish", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {file}:")
    assert said in result.stderr


def test_a_dry_run_changes_nothing(run: Run, filled: FakeTools, tmp_path: Path) -> None:
    before = events(filled)
    file = written(tmp_path / "draft.yaml", wider())
    result = run("publish", file, "--dry-run")
    assert (result.exit_code, result.stdout) == (0, "can be published: training-gpu 1.1.0\n")
    found = json.decode(run("publish", file, "--dry-run", "--json").stdout)
    assert (found["errors"], found["files"], found["diagnostics"]) == (0, 1, [])
    assert events(filled) == before


@pytest.mark.usefixtures("filled")
def test_documents_that_enter_each_other_come_in_any_order(run: Run, tmp_path: Path) -> None:
    inference = written(tmp_path / "b.yaml", shipped("inference-gpu"))
    choosing = written(tmp_path / "a.yaml", shipped("choose-gpu"))
    assert run("publish", choosing, inference, "--dry-run").exit_code == 1  # one enters the live version of the other
    tried = run("publish", choosing, inference, "--dry-run", "--activate")
    assert tried.stdout == "can be live: inference-gpu 1.0.0\ncan be live: choose-gpu 1.0.0\n"
    result = run("publish", choosing, inference, "--activate")
    assert (result.exit_code, result.stdout.splitlines()) == (
        0,
        [
            "published: inference-gpu 1.0.0",
            "live: inference-gpu none -> 1.0.0",
            "published: choose-gpu 1.0.0",
            "live: choose-gpu none -> 1.0.0",
        ],
    )


@pytest.mark.usefixtures("filled")
def test_what_was_done_before_a_failure_is_told(run: Run, tmp_path: Path) -> None:
    right = written(tmp_path / "a.yaml", wider())
    wrong = written(tmp_path / "b.yaml", shipped("choose-gpu"))
    result = run("publish", right, wrong)
    assert (result.exit_code, result.stdout) == (1, "published: training-gpu 1.1.0\n")
    assert result.stderr.startswith(f"error: {wrong}:")


def test_an_empty_store_is_noted(run: Run, tmp_path: Path) -> None:
    result = run("publish", written(tmp_path / "draft.yaml", wider()))
    assert (result.exit_code, result.stdout) == (0, "published: training-gpu 1.1.0\n")
    assert result.stderr.startswith("note: the store here is empty: ")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("words", ["rules", "audit", "token list", "replay training-gpu 1.0.0", "publish draft.yaml"])
def test_a_store_that_does_not_answer(
    run: Run, tools: FakeTools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    def away() -> AbstractAsyncContextManager[LocalStore]:
        message = "the database does not answer"
        raise StoreUnavailableError(message)

    monkeypatch.setattr(tools, "store", away)
    written(tmp_path / "draft.yaml", wider())
    result = run(*words.replace("draft.yaml", str(tmp_path / "draft.yaml")).split())
    assert (result.exit_code, result.stdout, result.stderr) == (3, "", "error: the database does not answer\n")


def test_the_author_is_the_user_of_the_system_if_it_has_one(
    run: Run, tools: FakeTools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    run("publish", written(tmp_path / "a.yaml", wider()))
    monkeypatch.setattr("getpass.getuser", nobody)
    run("publish", written(tmp_path / "b.yaml", wider("1.2.0")))
    assert [one.who for one in events(tools)] == ["ada", "command-line"]


def nobody() -> str:
    raise KeyError


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param("", "missing argument `FILE...`", id="no file"),
        pytest.param("nowhere.yaml", "`nowhere.yaml`", id="a file that is not there"),
        pytest.param(".", "is a directory", id="a directory"),
        pytest.param("{file} {file}", "are both version 1.1.0 of `training-gpu`", id="the same version twice"),
    ],
)
def test_a_command_that_is_not_right(run: Run, tmp_path: Path, words: str, said: str) -> None:
    file = written(tmp_path / "draft.yaml", wider())
    result = run("publish", *words.format(file=file).split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
