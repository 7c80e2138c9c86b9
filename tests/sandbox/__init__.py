"""The process in which documents are examined."""
