"""What changes between two versions of a rule, kind by kind."""
