"""Makes the ledger of a large timeline in a process of its own: the timeline is its standard input, a file."""
