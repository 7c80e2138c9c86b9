"""Accounts for the time of a training job: events in, a ledger out, by computation alone."""
