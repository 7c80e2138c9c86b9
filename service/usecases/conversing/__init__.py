"""The parts of a conversation, all of which compute: what is remembered, what is said, and how it is put."""
