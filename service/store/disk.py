"""Files that are replaced as a whole: nobody ever sees half of one, and only their owner may read them."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

_UNFINISHED = ".tmp"


def replace(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Put a file in the place of another, or of none; a `durable` content outlasts a power failure.

    Raises:
        OSError: the directory can't be written, or is full; what was there is there still.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", suffix=_UNFINISHED, delete=False) as file:
        try:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def sweep(directory: Path) -> None:
    """Remove what was left of replacements by processes that were killed in the middle of one."""
    for path in directory.glob(f".*{_UNFINISHED}"):
        with suppress(OSError):  # it does no harm
            path.unlink()


def sync(directory: Path) -> None:
    """Make the names of files in a directory outlast a power failure, as `durable` does for their contents.

    Raises:
        OSError: the directory can't be read.
    """
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
