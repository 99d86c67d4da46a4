import importlib
import re

from mag import constants
from mag.contract import prompt, protocol


def test_digest_is_stable_and_short():
    first = protocol.protocol_digest()
    importlib.reload(protocol)
    assert first == protocol.protocol_digest()
    assert re.fullmatch(r"[0-9a-f]{16}", first)


def test_digest_follows_constants_prompt_text_and_keys(monkeypatch):
    def fresh():
        protocol.protocol_digest.cache_clear()
        return protocol.protocol_digest()

    seen = [fresh()]
    with monkeypatch.context() as patch:
        patch.setattr(constants, "STEP_BUDGET", 26)
        seen.append(fresh())
    with monkeypatch.context() as patch:
        patch.setattr(constants, "A_NEW_CONSTANT", 1, raising=False)
        seen.append(fresh())
    with monkeypatch.context() as patch:
        patch.setattr(protocol, "template", lambda name: prompt.template(name) + "!")
        seen.append(fresh())
    with monkeypatch.context() as patch:
        patch.setattr(protocol, "CONTRACTS", {"full": protocol.CONTRACTS["full"]})
        seen.append(fresh())
    with monkeypatch.context() as patch:
        patch.setattr(protocol, "IMAGE_TOKENS", 1)
        seen.append(fresh())
    assert len(set(seen)) == len(seen)
    assert fresh() == seen[0]


def test_every_constant_is_in_it():
    names = set(protocol.protocol()["constants"])
    assert {"VERBS", "STEP_BUDGET", "GGS_GAMMA", "VIEWPORT_WIDTH", "MENU_LINES", "MAX_INPUT_TOKENS"} <= names
    assert all(name.isupper() for name in names)
