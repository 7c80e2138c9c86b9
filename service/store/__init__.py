"""Where rules are kept."""
