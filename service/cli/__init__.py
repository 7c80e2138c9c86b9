"""The command line: words at a terminal to use cases, answers to lines or JSON."""
