"""Rule files as text, and the values in them."""
