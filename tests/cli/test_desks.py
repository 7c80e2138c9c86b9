"""One table of commands, at the store here and at a service: they print and end alike."""

import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import structlog
from click.testing import Result
from litestar import Litestar
from litestar.testing import TestClient

from service.cli import rest
from service.client import Client
from service.model.files import key_of, read_live
from service.model.publication import Draft
from service.store.directory import Directory
from tests.cli.conftest import SHIPPED, FakeTools
from tests.cli.examiners import Plain
from tests.cli.stores import fill, shipped, wider
from tests.cli.test_diff import DIFFERENCE, PAGE
from tests.cli.test_nearest import CHANGED, CHANGED_PAGE, QUESTION
from tests.http.served import SECRET, served

Run = Callable[..., Result]
Token = Callable[[str], Run]

SHIPPED_FILES = Directory(SHIPPED).read()


class Through(httpx.BaseTransport):
    """Hands requests to an application in this process."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._handle = client._transport.handle_request

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._handle(request)


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    """The log of the service is not asked for, and would stand among what commands print."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.reset_defaults()


def serving() -> TestClient[Litestar]:
    """A service with the shipped rules."""
    return TestClient(served(examiner=Plain(DIFFERENCE, CHANGED)))


@pytest.fixture(scope="module")
def refusing() -> Iterator[TestClient[Litestar]]:
    """A service for tests that change nothing."""
    with serving() as client:
        yield client


@pytest.fixture
def remote(tools: FakeTools, refusing: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands talk to this service, with a token for everything."""
    talk(tools, refusing, monkeypatch)


@pytest.fixture
def changing(tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Commands talk to a service of their own."""
    with serving() as client:
        talk(tools, client, monkeypatch)
        yield


def talk(tools: FakeTools, client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    tools.server, tools.token = str(client.base_url), f"gr_all_{SECRET}"
    monkeypatch.setattr(rest, "connect", lambda url, token: Client(url, token=token, transport=Through(client)))


@pytest.fixture
def local(tools: FakeTools) -> None:
    """The store here, with the shipped rules."""
    drafts = [Draft(*key_of(path), content) for path, content in SHIPPED_FILES.documents.items()]
    fill(tools, *drafts, live=read_live(SHIPPED_FILES.live).versions)


@pytest.fixture
def place(request: pytest.FixtureRequest, tools: FakeTools) -> str:
    """One of these."""
    tools.examined_by = Plain(DIFFERENCE, CHANGED)
    request.getfixturevalue(request.param)
    return str(request.param)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Files to be named in commands."""
    for name, content in {
        "draft": wider(),
        "edited": wider("1.0.0"),
        "broken": wider().replace(b"gpus > 32 ||", b"gpus > 32.0 ||"),
        "unready": shipped("choose-gpu", "1.1.0", {"training-gpu": "traning-gpu"}),
    }.items():
        (tmp_path / f"{name}.yaml").write_bytes(content)
    return tmp_path


STORY = [
    ("rules", 0, "training-gpu +1.0.0 +1.0.0, 2.0.0\n"),
    ("publish draft.yaml --dry-run", 0, "can be published: training-gpu 1.1.0\n"),
    ("publish draft.yaml --dry-run --activate", 0, "can be live: training-gpu 1.1.0\n"),
    ("diff training-gpu 1.0.0 draft.yaml", 0, re.escape(PAGE)),
    ("replay training-gpu draft.yaml", 0, "no decisions of `training-gpu` are recorded\n"),
    ("publish draft.yaml --reason wider", 0, "published: training-gpu 1.1.0\n"),
    ("publish draft.yaml", 0, "published before: training-gpu 1.1.0\n"),
    ("diff training-gpu 1.0.0 1.1.0", 0, re.escape(PAGE)),
    ("activate training-gpu 1.1.0 --reason now", 0, "live: training-gpu 1.0.0 -> 1.1.0\n"),
    ("activate training-gpu 1.1.0", 0, "live before: training-gpu 1.1.0\n"),
    ("rules training-gpu", 0, r".*  1.1.0 +live +.*\n  1.0.0 .*\n"),
    ("replay training-gpu 1.1.0", 0, "no decisions of `training-gpu` are recorded\n"),
    ("rollback training-gpu --reason no", 0, "live: training-gpu 1.1.0 -> 1.0.0\n"),
    ("retire training-time", 0, "retired: training-time 1.0.0\n"),
    ("retire training-time", 0, "retired before: training-time\n"),
    ("rollback training-time", 0, "live: training-time none -> 1.0.0\n"),
    ("audit training-gpu --limit 2", 0, ".* activated  training-gpu +1.0.0 +1.1.0 .* no\n.* activated .* now\n"),
    ("nearest " + " ".join(QUESTION), 0, re.escape(CHANGED_PAGE)),
]


@pytest.mark.parametrize("place", ["local", "changing"], indirect=True)
def test_a_change_from_its_first_draft_to_its_rollback(run: Run, place: str, files: Path) -> None:
    for command, code, expected in STORY:
        result = run(*words(command, files))
        assert (command, result.exit_code, result.stderr) == (command, code, "")
        assert re.search(rf"(?:\A|\n|  ){expected}", result.stdout, re.DOTALL), (place, command, result.stdout)


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("place", ["local", "remote"], indirect=True)
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("publish edited.yaml", 1, "`training-gpu` 1.0.0 was published before with another content"),
        ("publish edited.yaml --dry-run", 1, "`training-gpu` 1.0.0 was published before with another content"),
        ("publish broken.yaml", 1, "{files}/broken.yaml:86: cel-type: "),
        ("publish broken.yaml --dry-run", 1, "{files}/broken.yaml:86: cel-type: "),
        ("publish unready.yaml", 1, "{files}/unready.yaml:"),
        ("publish unready.yaml --dry-run", 1, "{files}/unready.yaml:"),
        ("diff training-gpu 1.0.0 edited.yaml", 1, "was published before with another content"),
        ("diff training-gpu 9.0.0 draft.yaml", 2, "`training-gpu` has no version `9.0.0`"),
        ("activate training-gpu 1.1.0", 2, "`training-gpu` has no version `1.1.0`"),
        ("activate traning-gpu 1.1.0", 2, "the nearest is `training-gpu`"),
        ("retire training-gpu", 1, "`training-gpu` can't be retired: it is entered by `choose-gpu`"),
        ("rollback training-gpu", 1, "no version of `training-gpu` was live before"),
        ("rollback traning-gpu", 2, "the nearest is `training-gpu`"),
        ("rules traning-gpu", 2, "the nearest is `training-gpu`"),
        ("replay training-gpu 1.1.0", 2, "`training-gpu` has no version `1.1.0`"),
        ("nearest training-gpu l5", 2, "`l5` is not an outcome of this rule"),
        ("nearest training-gpu l4 vms=0", 1, "`vms` is 0 VM, below the minimum of 1 VM"),
    ],
)
def test_a_refusal(run: Run, files: Path, command: str, code: int, said: str) -> None:
    result = run(*words(command, files))
    assert (result.exit_code, result.stdout) == (code, "")
    assert said.format(files=files) in result.stderr


@pytest.mark.parametrize("place", ["local", "changing"], indirect=True)
def test_what_is_exported_is_what_was_read(run: Run, place: str, files: Path) -> None:
    assert place
    run("publish", files / "draft.yaml", "--activate")
    assert run("export", files / "out").exit_code == 0
    exported = Directory(files / "out").read()
    assert exported.documents == {**SHIPPED_FILES.documents, "training-gpu/1.1.0.yaml": wider()}
    assert read_live(exported.live).versions == {**read_live(SHIPPED_FILES.live).versions, "training-gpu": "1.1.0"}


@pytest.mark.usefixtures("remote")
@pytest.mark.parametrize(
    ("bearer", "command", "said"),
    [
        ("", "publish draft.yaml", "this needs a bearer token"),
        ("gr_nobody_secret", "publish draft.yaml", "the bearer token is not valid"),
        (f"gr_reader_{SECRET}", "publish draft.yaml", "this needs the scope `publish`; the token `reader` has `read`"),
        (f"gr_publisher_{SECRET}", "activate training-gpu 1.0.0", "this needs the scope `activate`"),
        (f"gr_publisher_{SECRET}", "replay training-gpu 1.0.0", "this needs the scope `read`"),
        ("", "audit", "this needs a bearer token"),
    ],
)
def test_a_token_that_may_not(token: Token, files: Path, bearer: str, command: str, said: str) -> None:
    result = token(bearer)(*words(command, files))
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert "`gpu-rules token new --name NAME --scope " in result.stderr
    assert SECRET not in result.stderr


@pytest.fixture
def token(run: Run, tools: FakeTools) -> Token:
    """Runs commands with a token."""

    def with_token(text: str) -> Run:
        tools.token = text
        return run

    return with_token


def words(command: str, files: Path) -> list[str]:
    return [str(files / word) if word.endswith(".yaml") else word for word in command.split()]
