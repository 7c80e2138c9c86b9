"""The Python client: what it sends, how it reads answers, and when it asks again; both kinds of it by one suite."""
