"""Conversations, and their turns."""

import sqlalchemy as sa
from alembic import op

from service.store.migrations.versions.step_0001 import moment, number, words

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make both tables; a turn goes with its conversation."""
    op.create_table(
        "conversations",
        words("id", key=True),
        sa.Column("turn", number(), nullable=False),
        words("platform"),
        words("channel"),
        words("person"),
        words("origin", optional=True),
        moment("touched"),
        moment("expires"),
        words("state"),
        sa.UniqueConstraint("origin"),
    )
    op.create_index("conversations_of_person", "conversations", ["platform", "person", "expires"])
    op.create_index("conversations_by_age", "conversations", ["touched"])
    op.create_index("conversations_by_end", "conversations", ["expires"])
    conversation = words("conversation", key=True)
    conversation.append_foreign_key(sa.ForeignKey("conversations.id", ondelete="CASCADE"))
    op.create_table(
        "conversation_turns",
        conversation,
        sa.Column("number", number(), primary_key=True, autoincrement=False),
        moment("at"),
        words("delivery", optional=True),
        words("reply"),
        sa.UniqueConstraint("conversation", "delivery"),
    )
