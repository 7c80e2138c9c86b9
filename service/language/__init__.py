"""CEL text to typed expressions, and their values."""
