"""Adapters to where people and agents talk; each translates one platform and decides nothing."""
