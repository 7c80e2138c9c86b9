"""Addresses of machines."""

from ipaddress import ip_address


def is_loopback(host: str) -> bool:
    """Whether a name or an address means the machine itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
