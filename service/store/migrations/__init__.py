"""How the tables came to be: Alembic runs `env.py`, and this the steps of `versions`."""
