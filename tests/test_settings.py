"""Settings: names, values, what is refused and how, and that each is documented."""

from pathlib import Path
from typing import Any

import pytest

from service.errors import SettingsError
from service.settings import Settings

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")

READ = [
    ("nothing set", {}, {"host": "127.0.0.1", "port": 8000, "workers": 1, "cors_origins": "", "access_log": False}),
    ("a port", {"GPU_RULES_PORT": "9000"}, {"port": 9000}),
    ("port zero lets the system choose", {"GPU_RULES_PORT": "0"}, {"port": 0}),
    ("a host", {"GPU_RULES_HOST": "::1"}, {"host": "::1"}),
    ("workers", {"GPU_RULES_WORKERS": "4"}, {"workers": 4}),
    ("directories", {"GPU_RULES_RULES_DIR": "/r", "GPU_RULES_DATA_DIR": "/d"}, {"rules_dir": "/r", "data_dir": "/d"}),
    ("a prefix of a proxy", {"GPU_RULES_ROOT_PATH": "/tools/gpu-rules"}, {"root_path": "/tools/gpu-rules"}),
    ("no prefix", {"GPU_RULES_ROOT_PATH": ""}, {"root_path": ""}),
    ("limits", {"GPU_RULES_BODY_LIMIT": "2000", "GPU_RULES_BATCH_ITEMS": "5"}, {"body_limit": 2000, "batch_items": 5}),
    ("no memo", {"GPU_RULES_MEMO_SIZE": "0"}, {"memo_size": 0}),
    ("a database", {"GPU_RULES_DATABASE_URL": "postgresql://db/rules"}, {"database_url": "postgresql://db/rules"}),
    ("a share of records", {"GPU_RULES_RECORDS": "0.05"}, {"records": "0.05"}),
    ("a share without its zero", {"GPU_RULES_RECORDS": ".5"}, {"records": ".5"}),
    ("no records", {"GPU_RULES_RECORDS": "none"}, {"records": "none"}),
    ("half a day of records", {"GPU_RULES_RECORD_DAYS": "0.5"}, {"record_days": 0.5}),
    ("closed decisions", {"GPU_RULES_DECISIONS": "closed"}, {"decisions": "closed"}),
    ("a directory that is not looked at", {"GPU_RULES_RULES_POLL": "0"}, {"rules_poll": 0.0}),
    ("a limit on silence", {"GPU_RULES_STALENESS_LIMIT": "30"}, {"staleness_limit": 30.0}),
    ("checks", {"GPU_RULES_CHECK_SECONDS": "5", "GPU_RULES_CHECKS_AT_ONCE": "1"}, {"check_seconds": 5}),
    ("a server to talk to", {"GPU_RULES_SERVER": "http://gpu", "GPU_RULES_TOKEN": "gr_x_y"}, {"server": "http://gpu"}),
    (
        "a log",
        {"GPU_RULES_LOG_FORMAT": "json", "GPU_RULES_LOG_LEVEL": "debug"},
        {"log_format": "json", "log_level": "debug"},
    ),
    ("yes as true", {"GPU_RULES_ACCESS_LOG": "true"}, {"access_log": True}),
    ("yes as one", {"GPU_RULES_ACCESS_LOG": "1"}, {"access_log": True}),
    (
        "what Kubernetes says of a Service called gpu-rules",
        {
            "GPU_RULES_SERVICE_HOST": "10.0.0.1",
            "GPU_RULES_SERVICE_PORT": "80",
            "GPU_RULES_SERVICE_PORT_HTTP": "80",
            "GPU_RULES_PORT": "tcp://10.0.0.1:80",
            "GPU_RULES_PORT_80_TCP_ADDR": "10.0.0.1",
        },
        {"host": "127.0.0.1", "port": 8000},
    ),
    ("other variables are left alone", {"PATH": "/bin", "GPU_RULE_PORT": "1", "HOST": "box"}, {"host": "127.0.0.1"}),
]


@pytest.mark.parametrize(("env", "expected"), [pytest.param(*row, id=name) for name, *row in READ])
def test_the_environment_is_read(env: dict[str, str], expected: dict[str, Any]) -> None:
    settings = Settings.from_env(env)
    assert {name: getattr(settings, name) for name in expected} == expected


REFUSED = [
    ("a misspelled name", "PROT", "1", "is not a setting; the nearest is `GPU_RULES_PORT`"),
    ("a name like no other", "ZZZ", "1", "is not a setting"),
    ("the prefix alone", "", "1", "is not a setting"),
    ("a port in words", "PORT", "http", "expected `int`, got `str`"),
    ("a port above all ports", "PORT", "65536", "expected `int` <= 65535"),
    ("a negative port", "PORT", "-1", "expected `int` >= 0"),
    ("no workers", "WORKERS", "0", "expected `int` >= 1"),
    ("an empty number", "WORKERS", "", "expected `int`"),
    ("a prefix without its slash", "ROOT_PATH", "tools", "expected `str` matching"),
    ("a prefix that ends in a slash", "ROOT_PATH", "/tools/", "expected `str` matching"),
    ("a body too small for anything", "BODY_LIMIT", "1", "expected `int` >= 1000"),
    ("a log format that does not exist", "LOG_FORMAT", "xml", "invalid enum value 'xml'"),
    ("no directory for data", "DATA_DIR", "", "expected `str` of length >= 1"),
    ("decisions that are neither open nor closed", "DECISIONS", "ajar", "invalid enum value 'ajar'"),
    ("a share in percent", "RECORDS", "5%", "expected `str` matching"),
    ("a share above all", "RECORDS", "1.5", "expected `str` matching"),
    ("records that are kept for no time", "RECORD_DAYS", "0", "expected `float` > 0"),
    ("a negative limit on silence", "STALENESS_LIMIT", "-1", "expected `float` >= 0"),
    ("memory for no check", "CHECK_MEMORY_MB", "1", "expected `int` >= 256"),
    ("perhaps", "ACCESS_LOG", "perhaps", "expected `bool`"),
]


@pytest.mark.parametrize(("name", "value", "words"), [pytest.param(*row, id=title) for title, *row in REFUSED])
def test_a_wrong_name_or_value_is_refused(name: str, value: str, words: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({f"GPU_RULES_{name}": value})
    message = str(caught.value)
    assert message.startswith(f"`GPU_RULES_{name}")
    assert words in message


def test_the_command_line_goes_before_the_environment() -> None:
    settings = Settings.from_env({"GPU_RULES_PORT": "9000", "GPU_RULES_HOST": "::1"}, port=8001, host=None)
    assert (settings.port, settings.host) == (8001, "::1")


def test_settings_are_a_closed_struct() -> None:
    with pytest.raises(TypeError):
        Settings(prot=1)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Settings().port = 1  # type: ignore[misc]


def test_the_rules_are_those_here_or_the_shipped_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (Settings().rules / "training-gpu" / "1.0.0.yaml").is_file()
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "live.yaml").touch()
    assert Settings().rules == Path("rules")
    assert Settings(rules_dir="/elsewhere").rules == Path("/elsewhere")


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        pytest.param("", (), id="none"),
        pytest.param("*", ("*",), id="all"),
        pytest.param("https://a.example, https://b.example,", ("https://a.example", "https://b.example"), id="two"),
    ],
)
def test_origins_are_separated_by_commas(text: str, origins: tuple[str, ...]) -> None:
    assert Settings.from_env({"GPU_RULES_CORS_ORIGINS": text}).origins == origins


@pytest.mark.parametrize("setting", Settings.__struct_fields__)
def test_every_setting_is_documented(setting: str) -> None:
    assert f"`GPU_RULES_{setting.upper()}`" in README
