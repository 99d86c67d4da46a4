"""What the tests of sites share."""

import pytest

from tests.sites.applications import Admin, Forum, Gitlab, Shop


@pytest.fixture
def applications():
    """WebArena's four applications with accounts, by site."""
    return {
        "gitlab": Gitlab("byteblaze", "hello1234"),
        "reddit": Forum("MarvelsGrantMan136", "test1234"),
        "shopping": Shop("emma.lopez@gmail.com", "Password.123"),
        "shopping_admin": Admin("admin", "admin1234"),
    }
