"""The REST API: translates HTTP into use cases and their answers back, and decides nothing itself."""
