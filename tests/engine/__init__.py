"""Tests of the engine: its envelope, its memo, and that it means what the reference evaluator says."""
