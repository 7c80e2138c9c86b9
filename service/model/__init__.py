"""What a rule file may say, and what a decision is."""
