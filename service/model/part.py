"""The base of everything that stands in a rule file."""

from msgspec import Struct


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything that stands in a rule file.

    - `frozen`: a published version never changes; compiled rules share its parts.
    - `forbid_unknown_fields`: a slip of the pen must fail, not vanish.
    - `omit_defaults`: what the author did not write is not shown as if it were written.
    """
