"""What changes between two versions, and what would have to change for another outcome."""
