"""What every model is dressed in before it rolls episodes, from the inside out, and why in this order:

client     one request
metered    price and budget; below the gateway, so that each request it sends again is set aside and counted too
gateway    limits, faults, trying again; not for weights on this machine, which answer once
cache      only where asked for; above the gateway, so that a hit waits for nobody and costs nothing
ledger     outermost: it keeps replies as they reached the episode, with their whole time and cost, hits of the cache included
"""

from dataclasses import dataclass
from pathlib import Path

from mag.errors import BadInput
from mag.models.base import Model
from mag.models.cache import Cached, Phase, Responses
from mag.models.gateway import Gateway
from mag.models.ledger import FILE, Ledger, Ledgered
from mag.models.prices import FILE as PRICES
from mag.models.prices import Prices
from mag.models.served import ServedModel
from mag.models.spending import Budget, Metered
from mag.settings import ModelConf, Settings

GRACE_S = 5.0  # added to the client's own bound on a request


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a model is used. `folder`: of the evaluation, for its ledger; `budget_usd`: for all its starts together."""

    folder: Path
    budget_usd: float | None = None
    cache: bool = False
    phase: Phase = "evaluation"


def dress(client: Model, conf: ModelConf, settings: Settings, terms: Terms) -> Model:
    """The client ready for use. Raises BadInput for a budget without a price, a price that cannot be meant, a cache in training.

    With a cache a server is looked at: Unavailable where nothing answers, BadInput where it does not tell the version of its weights.
    """
    prices = Prices.of(conf, settings.prices)
    if terms.budget_usd is not None and prices.now() is None:
        raise BadInput(f"{prices.model} has no price today, so no budget can hold; add one to {PRICES}, or leave --budget out")
    ledger = Ledger(terms.folder / FILE, lambda: client.identity)
    metered = Metered(client, prices, ledger, Budget(terms.budget_usd, ledger))
    gateway = metered if conf.client == "local" else Gateway(metered, conf)
    if terms.cache and isinstance(client, ServedModel) and not client.offer.version:
        raise BadInput(
            f"{client.endpoint.url} does not tell the version of its weights, so replies cannot be kept for them; leave --cache out"
        )
    asked = Cached(gateway, Responses.of(settings), terms.phase, conf.base_url) if terms.cache else gateway
    return Ledgered(asked, ledger, conf.timeout_s + GRACE_S)
