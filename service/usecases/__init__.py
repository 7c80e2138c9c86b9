"""What the service does, as verbs; the adapters call these and nothing below them."""
