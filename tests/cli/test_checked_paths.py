"""`gpu-rules check`: which files are meant by the paths, and what is said of the others."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.conftest import FILES

Run = Callable[..., Result]


@pytest.fixture
def stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Changes to a directory beside or below `rules`."""
    return lambda place: monkeypatch.chdir(tmp_path / place)


@pytest.mark.parametrize(
    ("place", "path", "shown"),
    [
        pytest.param(".", "rules", "rules/training-gpu/1.0.0.yaml", id="a directory of rules"),
        pytest.param("rules", ".", "training-gpu/1.0.0.yaml", id="the directory in which one stands"),
        pytest.param(".", "rules/training-gpu", "rules/training-gpu/1.0.0.yaml", id="the versions of one rule"),
        pytest.param("rules/training-gpu", ".", "1.0.0.yaml", id="the versions where one stands"),
        pytest.param("rules/choose-gpu", "../training-gpu/1.0.0.yaml", "../training-gpu/1.0.0.yaml", id="a file"),
    ],
)
@pytest.mark.usefixtures("broken")
def test_paths_are_shown_as_they_were_given(
    run: Run, stand: Callable[[str], None], place: str, path: str, shown: str
) -> None:
    stand(place)
    result = run("check", path)
    assert result.stdout.startswith(f"{shown}:86: cel-type: ")
    assert result.exit_code == 1


@pytest.mark.parametrize("path", ["choose-gpu/1.0.0.yaml", "live.yaml"])
@pytest.mark.usefixtures("broken")
def test_errors_of_files_that_were_not_asked_for_are_noted(run: Run, rules_dir: Path, path: str) -> None:
    result = run("check", rules_dir / path)
    assert (result.exit_code, result.stdout) == (0, "")
    assert (
        f"note: other files that belong to these have errors too, the first at {rules_dir}/training-gpu"
        in result.stderr
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param(("version: 1.0.0", "version: 1.0.1"), None, id="a new version can go on with the rules there"),
        pytest.param(("name: choose-gpu", "name: pick-gpu"), None, id="a new rule as well"),
        pytest.param(("rule: inference-gpu", "rule: inference"), "unknown-rule", id="a rule that is not there"),
        pytest.param(("kind: tree", "kind: bush"), "unknown-choice", id="a file that does not say where it belongs"),
        pytest.param(("kind: tree", "kind: ["), "yaml-syntax", id="a file that is no YAML"),
    ],
)
def test_a_file_elsewhere_is_checked_with_the_rules_there(
    run: Run, rules_dir: Path, tmp_path: Path, change: tuple[str, str], code: str | None
) -> None:
    draft = tmp_path / "draft.yaml"
    draft.write_text((rules_dir / "choose-gpu" / "1.0.0.yaml").read_text().replace(*change))
    result = run("check", draft)
    lines = result.stdout.splitlines()
    assert result.exit_code == (1 if code else 0)
    assert bool(lines) == bool(code)
    assert all(line.startswith(f"{draft}:") for line in lines)
    assert code is None or f": {code}: " in lines[0]


def test_files_elsewhere_can_go_on_with_each_other(run: Run, rules_dir: Path, tmp_path: Path) -> None:
    entered, entering = tmp_path / "entered.yaml", tmp_path / "entering.yaml"
    training = (rules_dir / "training-gpu" / "1.0.0.yaml").read_text()
    choose = (rules_dir / "choose-gpu" / "1.0.0.yaml").read_text()
    entered.write_text(training.replace("version: 1.0.0", "version: 1.1.0"))
    entering.write_text(
        choose.replace("version: 1.0.0", "version: 1.1.0").replace(
            "rule: training-gpu", "rule: training-gpu, version: 1.1.0"
        )
    )
    assert run("check", entering, entered).stderr == "no errors, no warnings in 2 files\n"
    assert ": unknown-version: " in run("check", entering).stdout


@pytest.mark.parametrize("paths", [["drafts"], ["drafts/a.yaml", "drafts/b.yaml"]], ids=["a directory", "files"])
def test_drafts_of_one_version_are_checked_one_after_the_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str]
) -> None:
    draft = (tmp_path / "rules" / "training-gpu" / "1.0.0.yaml").read_text()
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "a.yaml").write_text(draft.replace("vms > 4", "vmz > 4"))
    (tmp_path / "drafts" / "b.yaml").write_text(draft.replace("title: Which", "titel: Which"))
    monkeypatch.chdir(tmp_path)
    result = run("check", *paths)
    assert [line.split(": ")[1] for line in result.stdout.splitlines()] == ["unknown-name", "unknown-key"]
    assert (result.exit_code, result.stderr) == (1, "2 errors, no warnings in 2 files\n")


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        pytest.param(["nowhere"], "`nowhere` does not exist", id="a path that does not exist"),
        pytest.param(["empty"], "`empty` holds no rule file", id="an empty directory"),
        pytest.param(["rules/training-gpu/notes.yml"], "notes.yml` holds no rule file", id="a stray file among rules"),
    ],
)
def test_paths_that_mean_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    draft = (tmp_path / "rules" / "training-gpu" / "1.0.0.yaml").read_text()
    (tmp_path / "rules/training-gpu/notes.yml").write_text(draft)
    monkeypatch.chdir(tmp_path)
    result = run("check", *paths)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert said in result.stderr


@pytest.mark.usefixtures("broken")
def test_errors_of_files_that_do_not_matter_are_not(run: Run, rules_dir: Path) -> None:
    assert run("check", rules_dir / "inference-gpu").stderr == "no errors, no warnings in 2 files\n"


def test_files_that_nobody_reads_are_noted(run: Run, rules_dir: Path) -> None:
    strays = ["training-gpu.yaml", "training-gpu/1.1.0.yml", "training-gpu/old/1.0.0.yaml"]
    (rules_dir / "training-gpu" / "old").mkdir()
    for stray in strays:
        (rules_dir / stray).write_text("kind: tree")
    result = run("check", rules_dir)
    noted = [line.partition(": warning: stray-file: ")[0] for line in result.stdout.splitlines()]
    assert noted == [f"{rules_dir}/{stray}:1" for stray in strays]
    assert (result.exit_code, result.stderr) == (0, f"no errors, 3 warnings in {FILES} files\n")
    assert run("check", rules_dir / "training-gpu").stdout.count("stray-file") == 2


def test_a_file_given_twice_is_checked_once(run: Run, broken: Path, rules_dir: Path) -> None:
    result = run("check", broken, broken, rules_dir)
    assert result.stdout.count("\n") == 1
    assert result.stderr == f"1 error, no warnings in {FILES} files\n"


def test_a_directory_that_names_no_live_versions(run: Run, rules_dir: Path) -> None:
    (rules_dir / "live.yaml").unlink()
    result = run("check", rules_dir)
    assert result.exit_code == 1
    assert f"{rules_dir}/live.yaml:1: missing-key: " in result.stdout
