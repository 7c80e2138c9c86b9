"""What is sensitive, from a request to the record and to the log."""

import asyncio
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient
from msgspec import json, structs
from uuid_utils import uuid7

from service.engine.engine import Engine
from service.http.app import create_app
from service.logs import configure
from service.usecases.decide import Decide
from service.usecases.recorder import Recorder
from tests.http.served import RULES, parts
from tests.records.memory import Counts, MemoryRecords


class Service:
    """The application over rules one of which has a sensitive input, with its recorder."""

    def __init__(self, rules: Path) -> None:
        self.records = MemoryRecords()
        self.counts = Counts()
        self.recorder = Recorder(self.records, self.counts)
        made = parts(rules)
        decide = Decide(made.live, Engine(), lambda: str(uuid7()), made.metrics, recorder=self.recorder)
        self.parts = structs.replace(made, decide=decide, records=self.records, access_log=True)


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """The root of all loggers is afterwards as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)


@pytest.mark.usefixtures("logging_restored")
def test_what_is_sensitive_is_in_no_record_and_in_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(RULES, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "training-gpu" / "1.0.0.yaml"
    file.write_bytes(file.read_bytes().replace(b"\n    unit: VM\n", b"\n    unit: VM\n    sensitive: true\n"))
    configure("json", "debug")
    service = Service(tmp_path)
    secret = {"model": "other", "vms": 73421, "gpus": 73422, "latency_critical": False}
    path = "/v1/decisions/training-gpu"
    with TestClient(create_app(service.parts)) as client:
        assert client.post(path, json={"inputs": secret}).json()["path"][-1]["read"]["vms"] == 73421
        client.get(path, params={key: json.encode(value).decode().strip('"') for key, value in secret.items()})
        client.post(f"{path}/batch", json={"items": [secret, {}], "common": {"vms": 73421}})
        assert "73421" in client.post(path, json={"inputs": {**secret, "gpus": 1}}).text  # refused, and says why
        assert client.post(path, json={"inputs": {**secret, "vms": 1e9 + 73421}}).status_code == 422

    async def flush() -> None:
        service.recorder.start()
        await service.recorder.stop()

    asyncio.run(flush())
    kept = list(service.records.kept.values())
    assert [(one.result, one.masked) for one in kept] == [("nvlink", ("vms",))] * 3 + [("needs-input", ("vms",))]
    assert service.counts.lost == 0
    lines = capsys.readouterr().err.splitlines()
    logged = "\n".join(line for line in lines if json.decode(line)["logger"] != "httpx")  # which is the caller
    assert logged.count('"request"') == 5
    for text in (logged, json.encode(kept).decode()):
        assert "73421" not in text
    assert "73422" in json.encode(kept).decode()
