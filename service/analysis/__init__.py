"""Says things about rules without the engine."""
