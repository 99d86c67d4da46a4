"""From an entry of conf/models.yaml to a model that can be asked."""

from collections.abc import Mapping

from mag.errors import BadInput
from mag.models.base import Model
from mag.models.gateway import Gateway
from mag.settings import ModelConf

CLIENTS = ("openai", "anthropic", "gemini", "served", "local")


def entry(name: str, models: Mapping[str, ModelConf]) -> ModelConf:
    """The entry of this name. Raises BadInput where there is none."""
    if name not in models:
        raise BadInput(f"conf/models.yaml has no model {name!r}; it has {', '.join(models) or 'none'}")
    return models[name]


def make_model(conf: ModelConf) -> Model:
    """The model of an entry. A provider that is asked over the network stands behind its gateway; mag.models.dress has the rest."""
    client = make_client(conf)
    return client if conf.client == "local" else Gateway(client, conf)


def make_client(conf: ModelConf) -> Model:
    """The bare client of an entry: one request an Ask, troubles as they come. Raises BadInput for settings that cannot work."""
    if conf.client == "openai":
        from mag.models.openai_api import OpenAIModel

        return OpenAIModel(conf)
    if conf.client == "anthropic":
        from mag.models.anthropic_api import AnthropicModel

        return AnthropicModel(conf)
    if conf.client == "gemini":
        from mag.models.gemini_api import GeminiModel

        return GeminiModel(conf)
    if conf.client == "served":
        from mag.models.served import ServedModel

        return ServedModel(conf)
    if conf.client == "local":
        from mag.local.model import LocalModel

        return LocalModel(conf)
    raise BadInput(f"there is no client {conf.client!r}; choose {', '.join(CLIENTS)} in conf/models.yaml")
