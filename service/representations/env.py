"""Variables of a shell: `KEY=value`, to be sourced, or handed to programs."""

from typing import Any, Final

from service.representations.facts import Facts, apart, text
from service.representations.quoting import comment, in_shell

_PREFIX: Final = "GPU_"


def variables(facts: Facts) -> str:
    """One line for each value that is known, after what to keep in mind; lists with commas between.

    A value stands in quotes only where a shell needs them: programs that read such files without a shell, such as
    `docker run --env-file`, would keep the quotes.
    """
    values, told = apart(facts)
    known = {name: value for name, value in sorted(values.items()) if value is not None}
    lines = (f"{_PREFIX}{name.upper()}={in_shell(_joined(value))}\n" for name, value in known.items())
    return "".join([*map(comment, told), *lines])


def _joined(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else text(value)
