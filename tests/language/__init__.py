"""What expressions and inputs mean."""
