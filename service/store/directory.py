"""Rule files in a directory: `<name>/<version>.yaml`, and `live.yaml`."""

import asyncio
from collections.abc import AsyncGenerator, Hashable
from contextlib import aclosing
from pathlib import Path
from typing import Final

from watchfiles import awatch

from service.errors import SettingsError
from service.model.files import LIVE, RuleFiles

_LIKE_RULES = ("*.y*ml", "*/*.y*ml", "*/*/*.y*ml")
"""Where people may put a rule file, or what they may call it."""
_NOTICED: Final = 200
"""Milliseconds for which notices of the system are gathered into one."""
_MOMENT: Final = 0.1
_PATIENCE: Final = 50
"""Seconds for which files must have kept still to be read, and how often that is tried before they are read anyway."""


class Directory:
    """A directory of rule files, read anew each time."""

    def __init__(self, path: Path) -> None:
        """Remember where it is; it may appear later."""
        self.path = path

    def read(self) -> RuleFiles:
        """All files as they are now; hidden ones, and other kinds of files, are left alone.

        What looks like a rule file, but lies elsewhere, ends otherwise, or is no file (a link that leads nowhere, a
        pipe), is named among the strays.

        Raises:
            SettingsError: there is no such directory, or it can't be read.
        """
        if not self.path.is_dir():
            message = f"there is no directory of rules at `{self.path}`: set `GPU_RULES_RULES_DIR`"
            raise SettingsError(message)
        try:
            documents = {name: (self.path / name).read_bytes() for name in self._names("*/*.yaml")}
            live = self.path / LIVE
            known = {*documents, LIVE}
            strays = [name for name in self._names(*_LIKE_RULES, whole=False) if name not in known]
            return RuleFiles(documents, live.read_bytes() if live.is_file() else None, tuple(strays))
        except OSError as error:
            message = f"the rules at `{self.path}` can't be read: {error.strerror or error}"
            raise SettingsError(message) from error

    def _names(self, *patterns: str, whole: bool = True) -> list[str]:
        """What fits a pattern, by its path from here: files to read, or with `whole` off all but directories."""
        found = (path for one in patterns for path in self.path.glob(one))
        paths = (one.relative_to(self.path) for one in found if (one.is_file() if whole else not one.is_dir()))
        return sorted(path.as_posix() for path in paths if not any(part.startswith(".") for part in path.parts))

    def stamp(self) -> Hashable:
        """What differs once a file has changed, appeared or gone; nothing, if they can't be seen. No file is read."""
        try:
            found = [(name, (self.path / name).stat()) for name in [*self._names("*/*.yaml"), LIVE]]
        except OSError:
            return None
        return tuple((name, one.st_mtime_ns, one.st_size, one.st_ino) for name, one in found)

    async def changes(self, poll: float, known: Hashable) -> AsyncGenerator[None]:
        """Comes back when the files differ from a stamp that is `known`, then after each change, once they keep still.

        The system's notices wake it at once. They don't come from every file system, so it looks by itself every `poll`
        seconds as well; with 0 it does neither, and ends after the first look.
        """
        async with aclosing(self._notices(poll)) as notices:
            async for _ in notices:
                stamp = await self._still()
                if stamp != known:
                    known = stamp
                    yield

    async def _still(self) -> Hashable:
        """The stamp, once it has stayed the same for a moment: whoever writes files may not be done with them."""
        stamp = await asyncio.to_thread(self.stamp)
        for _ in range(_PATIENCE):
            await asyncio.sleep(_MOMENT)
            before, stamp = stamp, await asyncio.to_thread(self.stamp)
            if stamp == before:
                break
        return stamp

    async def _notices(self, poll: float) -> AsyncGenerator[None]:
        """Comes back at once, then whenever something may have happened, and every `poll` seconds."""
        every = max(int(poll * 1000), 1)
        yield
        while poll:
            try:
                async for _ in awatch(
                    self.path, watch_filter=None, debounce=_NOTICED, rust_timeout=every, yield_on_timeout=True
                ):
                    yield
            except (OSError, RuntimeError):  # there is no such directory, or the system watches too many already
                await asyncio.sleep(poll)
            yield
