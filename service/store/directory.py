"""Rule files in a directory: `<name>/<version>.yaml`, and `live.yaml`."""

import shutil
from pathlib import Path

from service.errors import SettingsError
from service.model.files import LIVE, RuleFiles


class Directory:
    """A directory of rule files, read anew each time."""

    def __init__(self, path: Path) -> None:
        """Remember where it is; it may appear later."""
        self.path = path

    def read(self) -> RuleFiles:
        """All files as they are now; hidden ones, and other kinds of files, are left alone.

        Raises:
            SettingsError: there is no such directory, or it can't be read.
        """
        if not self.path.is_dir():
            message = f"there is no directory of rules at `{self.path}`: set `GPU_RULES_RULES_DIR`"
            raise SettingsError(message)
        try:
            documents = {
                path.relative_to(self.path).as_posix(): path.read_bytes()
                for path in sorted(self.path.glob("*/*.yaml"))
                if path.is_file() and not path.name.startswith(".") and not path.parent.name.startswith(".")
            }
            live = self.path / LIVE
            return RuleFiles(documents, live.read_bytes() if live.is_file() else None)
        except OSError as error:
            message = f"the rules at `{self.path}` can't be read: {error.strerror or error}"
            raise SettingsError(message) from error

    def copy(self, path: Path) -> "Directory":
        """The files as they are now, in a new directory; what is edited later does not reach it.

        Raises:
            SettingsError: the files can't be read, or the new directory can't be written.
        """
        files = self.read()
        contents = dict(files.documents) | ({} if files.live is None else {LIVE: files.live})
        try:
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir()
            for name, content in contents.items():
                (path / name).parent.mkdir(exist_ok=True)
                (path / name).write_bytes(content)
        except OSError as error:
            message = f"`{path}` can't be written: {error.strerror or error}"
            raise SettingsError(message) from error
        return Directory(path)
