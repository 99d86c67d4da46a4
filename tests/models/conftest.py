"""A key nobody may see, and clients of providers on loopback."""

import pytest

from mag.policies.build import make_client
from mag.settings import ModelConf

KEY = "sk-canary-7f3a19c2e5d84b60"
CLIENTS = ("openai", "anthropic", "gemini")


@pytest.fixture
def conf_of(monkeypatch):
    """Settings for a fake provider."""
    monkeypatch.setenv("MODEL_TEST_KEY", KEY)

    def make(fake, **changes):
        url = fake if isinstance(fake, str) else fake.url
        kind = changes.pop("client", None) or fake.kind
        settings = {"timeout_s": 10.0, "effort": "low", "key_variable": "MODEL_TEST_KEY", "model": "some-model"} | changes
        return ModelConf(client=kind, base_url=url, **settings)

    return make


@pytest.fixture
def client_of(conf_of):
    return lambda fake, **changes: make_client(conf_of(fake, **changes))
