"""`gpu-rules export`: published versions as files, and nothing overwritten. `rules` and `audit`: what is listed."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import convert, json

from service.cli.desk.local import LocalDesk
from service.cli.desk.port import KeptRule, KeptVersion
from service.model.publication import Draft
from tests.cli.conftest import FakeTools
from tests.cli.stores import events, fill, shipped, wider

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def filled(tools: FakeTools) -> None:
    """Two versions of one rule and one of another; 1.1.0 was published and made live over the network."""
    drafts = [Draft(name, "1.0.0", shipped(name)) for name in ("training-gpu", "inference-gpu")]
    fill(tools, *drafts, live={"training-gpu": "1.0.0", "inference-gpu": "1.0.0"})
    fill(tools, Draft("training-gpu", "1.1.0", wider()), live={"training-gpu": "1.1.0"}, who="ci")


def contents(directory: Path) -> dict[str, bytes]:
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


WHOLE = {
    "training-gpu/1.0.0.yaml": shipped("training-gpu"),
    "training-gpu/1.1.0.yaml": wider(),
    "inference-gpu/1.0.0.yaml": shipped("inference-gpu"),
}


def test_into_an_empty_place(run: Run, tmp_path: Path) -> None:
    result = run("export", tmp_path / "out")
    assert result.exit_code == 0
    assert sorted(result.stdout.splitlines()) == sorted(
        f"written: {tmp_path}/out/{file}" for file in [*WHOLE, "live.yaml"]
    )
    found = contents(tmp_path / "out")
    head, *lines = found.pop("live.yaml").decode().splitlines()
    assert (found, head[0], lines) == (WHOLE, "#", ["inference-gpu: 1.0.0", "training-gpu: 1.1.0"])


def test_what_is_written_can_be_checked(run: Run, tmp_path: Path) -> None:
    run("export", tmp_path / "out")
    assert run("check", tmp_path / "out").exit_code == 0


def test_only_what_is_missing_is_written(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "training-gpu").mkdir(parents=True)
    (out / "training-gpu" / "1.0.0.yaml").write_bytes(shipped("training-gpu"))
    (out / "inference-gpu").mkdir()
    (out / "inference-gpu" / "1.0.0.yaml").write_bytes(shipped("inference-gpu"))
    (out / "live.yaml").write_text("# ours\ntraining-gpu: 1.0.0  # for now\ninference-gpu: 1.0.0\n")
    os.utime(out / "training-gpu" / "1.0.0.yaml", (1, 1))
    result = run("export", out, "--json")
    assert json.decode(result.stdout) == {"written": [f"{out}/training-gpu/1.1.0.yaml", f"{out}/live.yaml"]}
    assert (out / "live.yaml").read_text() == "# ours\ntraining-gpu: 1.1.0  # for now\ninference-gpu: 1.0.0\n"
    assert (out / "training-gpu" / "1.0.0.yaml").stat().st_mtime == 1
    again = run("export", out)
    assert (again.exit_code, again.stdout, again.stderr) == (0, "", f"`{out}` has everything already\n")


def test_a_file_with_another_content_stops_it(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("export", out)
    (out / "live.yaml").unlink()
    (out / "inference-gpu" / "1.0.0.yaml").unlink()
    for version in ("1.0.0", "1.1.0"):
        (out / "training-gpu" / f"{version}.yaml").write_text("mine")
    before = contents(out)
    result = run("export", out)
    lines = result.stderr.splitlines()
    assert (result.exit_code, result.stdout, len(lines)) == (1, "", 2)
    for line, version in zip(lines, ("1.0.0", "1.1.0"), strict=True):
        assert line.startswith(f"error: `{out}/training-gpu/{version}.yaml` differs from training-gpu {version} ")
    assert contents(out) == before
    assert json.decode(run("export", out, "--json").stdout)["type"] == "different-files"


def test_a_place_that_can_not_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "training-gpu").write_text("a file where a directory should be")
    result = run("export", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "can't be" in result.stderr
    assert not list((tmp_path / "out").rglob(".*"))


@pytest.mark.parametrize(
    ("key", "content"),
    [
        pytest.param(("../up", "1.0.0"), b"x", id="a name that leads elsewhere"),
        pytest.param(("up", "../1.0.0"), b"x", id="a version that leads elsewhere"),
        pytest.param(("up\n", "1.0.0"), b"x", id="a name with a line end"),
        pytest.param(("up", "1.0.0"), b"y", id="a document of another digest"),
    ],
)
def test_a_place_that_lies_writes_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: tuple[str, str], content: bytes
) -> None:
    [like, *_] = one_version(run, "training-gpu")
    name, version = key
    kept = convert({**like, "version": version, "digest": Draft("", "", b"x").digest}, KeptVersion)
    monkeypatch.setattr(LocalDesk, "rules", lambda _: [KeptRule(name=name, live=version, versions=[version])])
    monkeypatch.setattr(LocalDesk, "versions", lambda *_: [kept])
    monkeypatch.setattr(LocalDesk, "document", lambda *_: content)
    result = run("export", tmp_path / "deep" / "out")
    assert (result.exit_code, result.stdout) == (3, "")
    assert not (tmp_path / "deep").exists()


def one_version(run: Run, rule: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.decode(run("rules", rule, "--json").stdout)
    return found


def test_rules_are_listed_with_their_live_versions(run: Run) -> None:
    run("retire", "inference-gpu")
    result = run("rules")
    assert (result.exit_code, [line.split() for line in result.stdout.splitlines()]) == (
        0,
        [
            ["rule", "live", "versions"],
            ["inference-gpu", "none", "1.0.0"],
            ["training-gpu", "1.1.0", "1.0.0,", "1.1.0"],
        ],
    )


def test_versions_are_listed_the_newest_first(run: Run) -> None:
    lines = run("rules", "training-gpu").stdout.splitlines()
    assert lines[0].split() == ["version", "live", "published", "by", "last", "activated", "digest"]
    assert [line.split()[0] for line in lines[1:]] == ["1.1.0", "1.0.0"]
    newest, oldest = one_version(run, "training-gpu")
    assert (newest["live"], newest["author"], oldest["live"], oldest["author"]) == (True, "ci", False, "directory")
    assert newest["digest"] == Draft("", "", wider()).digest
    assert run("rules", "traning-gpu").exit_code == 2


def test_the_audit_log_is_listed_the_newest_first(run: Run, tools: FakeTools) -> None:
    every = events(tools)
    result = run("audit", "training-gpu")
    rows = [line.split()[2:] for line in result.stdout.splitlines()[1:]]
    assert rows == [
        ["activated", "training-gpu", "1.1.0", "1.0.0", "ci"],
        ["published", "training-gpu", "1.1.0", "ci"],
        ["activated", "training-gpu", "1.0.0", "directory"],
        ["published", "training-gpu", "1.0.0", "directory"],
    ]
    some = json.decode(run("audit", "--limit", "2", "--json").stdout)
    assert [one["sequence"] for one in some] == [one.sequence for one in every[:-3:-1]]
    assert run("audit", "nothing").stderr == "no change is in the log\n"
