"""Variables of a shell: `KEY=value`, to be sourced, or handed to programs."""

from typing import Any, Final

from service.representations.facts import Facts, text
from service.representations.quoting import in_shell

_PREFIX: Final = "GPU_"


def variables(facts: Facts) -> str:
    """One line for each value that is known; lists with commas between.

    A value stands in quotes only where a shell needs them: programs that read such files without a shell, such as
    `docker run --env-file`, would keep the quotes.
    """
    known = {name: value for name, value in sorted(facts.items()) if value is not None}
    return "".join(f"{_PREFIX}{name.upper()}={in_shell(_joined(value))}\n" for name, value in known.items())


def _joined(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else text(value)
