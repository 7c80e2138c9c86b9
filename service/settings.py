"""Everything that can be set, read once from the environment into one closed struct."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert

from service.errors import SettingsError, nearest
from service.model.addresses import is_loopback

PREFIX = "GPU_RULES_"

_SERVICE_LINK = re.compile(rf"{PREFIX}(?:SERVICE_HOST=|SERVICE_PORT(?:_\w+)?=|PORT=\w+://|PORT_\d+_\w+=)")
"""What Kubernetes sets in every pod beside a Service called `gpu-rules`; none of it is meant as a setting."""

Port = Annotated[int, Meta(ge=0, le=65535)]
Bytes = Annotated[int, Meta(ge=1_000, le=1_000_000_000)]


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings; each is the environment variable `GPU_RULES_` and its name in capitals.

    Attributes:
        rules_dir: where rule files are read from; empty means `./rules`, or the rules that the package carries.
        data_dir: where the service keeps its own files, its database among them if no other is set.
        database_url: the PostgreSQL database of several replicas; empty means an SQLite file in the data directory.
        host: the address to listen on.
        port: the port to listen on.
        workers: how many processes answer requests.
        worker_memory_mb: a worker that has grown beyond this many MiB is replaced.
        root_path: the path prefix that a proxy in front strips, such as `/gpu-rules`.
        cors_origins: origins whose pages may call the service, separated by commas; empty means none, `*` all.
        body_limit: largest body of a request, in bytes.
        batch_body_limit: largest body of a batch, in bytes.
        batch_items: most items of a batch.
        memo_size: inferences that each worker remembers; 0 turns the memo off.
        mcp: whether agents are served at `/mcp`: `on`, `off`, or `auto` (where the host is loopback).
        log_format: `json`, `console`, or `auto` (colors at a terminal, JSON elsewhere).
        log_level: the least severity that is logged.
        access_log: whether each request is logged.
        rules_poll: seconds between two looks at the directory of rules, beside the system's notices; 0 turns both off.
        document_limit: largest rule document that is taken, in bytes.
        check_seconds: longest time that an examination of documents may take.
        check_memory_mb: most memory that it may take, in MiB.
        checks_at_once: examinations that each worker has running at once, beside one of a change.
        timeline_limit: largest timeline that is taken, in bytes.
        timeline_seconds: longest time that its ledger may take.
        timeline_memory_mb: most memory that the ledger of a large one may take, in MiB.
        timelines_at_once: large ones that each worker has accounted for at once.
        staleness_limit: seconds without contact to the store after which `/readyz` answers 503; 0 means never.
        decisions: whether decisions are `open` to everyone or `closed` to callers without a token for `decide`.
        records: which decisions are recorded: `all`, `none`, or a share such as `0.05`.
        records_per_second: most decisions that each worker records; further ones are counted as dropped.
        record_days: days that a record is kept.
        record_count: records that are kept.
        chat_rule: the rule that a text begins with which names none.
        conversation_days: days without a turn after which a conversation is forgotten.
        conversation_count: conversations that are kept; of more, those that were spoken to last.
        conversations_per_person: most conversations that one person has open at once.
        conversation_turns: most turns of a conversation.
        conversation_text: most characters of a message.
        conversation_body_limit: largest body of a message, in bytes.
        conversation_search_seconds: longest time that a conversation looks for what would lead to another outcome.
        chat_user_rate: most messages a minute of one person on a chat platform, counted by each worker.
        chat_channel_rate: most messages a minute in one channel of a chat platform, counted by each worker.
        slack_signing_secret: the signing secret of the Slack app; empty means that Slack is not served.
        slack_hooks: origins of the addresses that Slack takes answers at, separated by commas.
        google_chat_audience: the audience of the Google Chat app: its endpoint's URL, or the number of its project;
            empty means that Google Chat is not served.
        google_certs: where Google's certificates are fetched; another address is one of a mirror.
        public_url: the address by which people reach the service, for links; empty means that links are paths.
        server: the running service that commands talk to; empty means none, they work on the rules or the store here.
        token: the token that commands send to it.
    """

    rules_dir: str = ""
    data_dir: Annotated[str, Meta(min_length=1)] = ".gpu-rules"
    database_url: str = ""
    host: str = "127.0.0.1"
    port: Port = 8000
    workers: Annotated[int, Meta(ge=1, le=256)] = 1
    worker_memory_mb: Annotated[int, Meta(ge=100)] = 1024
    root_path: Annotated[str, Meta(pattern=r"\A(?:/[A-Za-z0-9._~-]+)*\Z")] = ""
    cors_origins: str = ""
    body_limit: Bytes = 1_000_000
    batch_body_limit: Bytes = 16_000_000
    batch_items: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000
    memo_size: Annotated[int, Meta(ge=0, le=10_000_000)] = 100_000
    mcp: Literal["auto", "on", "off"] = "auto"
    log_format: Literal["auto", "json", "console"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    access_log: bool = False
    rules_poll: Annotated[float, Meta(ge=0)] = 2.0
    document_limit: Bytes = 1_000_000
    check_seconds: Annotated[int, Meta(ge=1, le=3600)] = 60
    check_memory_mb: Annotated[int, Meta(ge=256)] = 2048
    checks_at_once: Annotated[int, Meta(ge=1, le=64)] = 2
    timeline_limit: Bytes = 256_000_000
    timeline_seconds: Annotated[int, Meta(ge=1, le=3600)] = 120
    timeline_memory_mb: Annotated[int, Meta(ge=256)] = 1536
    timelines_at_once: Annotated[int, Meta(ge=1, le=64)] = 1
    staleness_limit: Annotated[float, Meta(ge=0)] = 0.0
    decisions: Literal["open", "closed"] = "open"
    records: Annotated[str, Meta(pattern=r"\A(?:all|none|0?\.[0-9]+)\Z")] = "all"
    records_per_second: Annotated[int, Meta(ge=1, le=1_000_000)] = 1_000
    record_days: Annotated[float, Meta(gt=0)] = 30.0
    record_count: Annotated[int, Meta(ge=1)] = 100_000
    chat_rule: str = "choose-gpu"
    conversation_days: Annotated[float, Meta(gt=0, le=3650)] = 30.0
    conversation_count: Annotated[int, Meta(ge=1)] = 100_000
    conversations_per_person: Annotated[int, Meta(ge=1, le=100_000)] = 50
    conversation_turns: Annotated[int, Meta(ge=1, le=10_000)] = 200
    conversation_text: Annotated[int, Meta(ge=1, le=10_000)] = 4_000
    conversation_body_limit: Bytes = 64_000
    conversation_search_seconds: Annotated[float, Meta(gt=0, le=60)] = 2.0
    chat_user_rate: Annotated[int, Meta(ge=1, le=10_000)] = 30
    chat_channel_rate: Annotated[int, Meta(ge=1, le=100_000)] = 120
    slack_signing_secret: str = ""
    slack_hooks: str = "https://hooks.slack.com,https://hooks.slack-gov.com"
    google_chat_audience: Annotated[str, Meta(pattern=r"\A(?:https://\S+|[0-9]+)?\Z")] = ""
    google_certs: Annotated[str, Meta(pattern=r"\Ahttps?://[A-Za-z0-9._~:\[\]-]+(?:/[A-Za-z0-9._~-]+)*\Z")] = (
        "https://www.googleapis.com"
    )
    public_url: Annotated[str, Meta(pattern=r"\A(?:https?://[A-Za-z0-9._~:\[\]-]+(?:/[A-Za-z0-9._~-]+)*/?)?\Z")] = ""
    server: str = ""
    token: str = ""

    @classmethod
    def from_env(cls, env: Mapping[str, str], **overrides: Any) -> "Settings":
        """Read `GPU_RULES_PORT=8080` and the like; `overrides` (of the command line) win where they are not nothing.

        Raises:
            SettingsError: a variable has an unknown name or a value that does not fit.
        """
        own = {
            key: value
            for key, value in env.items()
            if key.startswith(PREFIX) and not _SERVICE_LINK.match(f"{key}={value}")
        }
        given = {key.removeprefix(PREFIX).lower(): value for key, value in own.items()}
        for name in given:
            if name not in cls.__struct_fields__:
                close = nearest(name, cls.__struct_fields__)
                hint = f"; the nearest is `{PREFIX}{close.upper()}`" if close else ""
                message = f"`{PREFIX}{name.upper()}` is not a setting{hint}"
                raise SettingsError(message)
        chosen = {**given, **{name: value for name, value in overrides.items() if value is not None}}
        try:
            return convert(chosen, cls, strict=False)
        except ValidationError as error:
            raise SettingsError(_words(str(error), chosen)) from error

    @property
    def rules(self) -> Path:
        """The directory of rule files that is meant: the setting, else `./rules`, else the one in the package."""
        if self.rules_dir:
            return Path(self.rules_dir)
        package = Path(__file__).parent
        places = [Path("rules"), package / "_rules", package.parent / "rules"]  # the last in a checkout
        return next((place for place in places if (place / "live.yaml").is_file()), places[0])

    @property
    def serves_mcp(self) -> bool:
        """Whether agents are served: if that is set, or else where nobody but this machine can reach the service."""
        return is_loopback(self.host) if self.mcp == "auto" else self.mcp == "on"

    @property
    def origins(self) -> tuple[str, ...]:
        """The allowed origins, one by one."""
        return _listed(self.cors_origins)

    @property
    def hooks(self) -> tuple[str, ...]:
        """The origins that answers may be sent to, one by one."""
        return _listed(self.slack_hooks)


def _listed(text: str) -> tuple[str, ...]:
    """What commas separate."""
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _words(message: str, chosen: Mapping[str, Any]) -> str:
    """What `msgspec` says of a value, under the name and with the value that the user wrote."""
    said, _, path = message.partition(" - at `$.")
    name = path.rstrip("`")
    return f"`{PREFIX}{name.upper()}={chosen.get(name, '')}` does not fit: {said[:1].lower()}{said[1:]}"
