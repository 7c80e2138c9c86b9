"""The steps from an empty database to the newest tables; a step that was released never changes."""
