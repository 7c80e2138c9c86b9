"""What a PostgreSQL is called, for those who speak of one without loading its driver."""

from typing import Final

SERVER: Final = "of `GPU_RULES_DATABASE_URL`"
"""What messages call it: an address is nobody's business."""
CHANNEL: Final = "gpu_rules"
"""Where each event is announced."""
