"""A model as a policy: each step's prompt and picture become one request, its completion is the step's output."""

import hashlib

from mag.models.base import Ask, Decoding, Model
from mag.models.conversation import conversation
from mag.policies.base import EpisodeSpec, Turn
from mag.policies.schema import schema_of, schemas_digest
from mag.records import Completion, digest
from mag.settings import ModelConf

SEEDED = ("gemini", "served", "local")  # clients whose providers take a seed
GREEDY = ("served", "local")  # clients that decode greedily where conf leaves the temperature open


class ModelPolicy:
    """A model under the settings of one entry of conf/models.yaml, whose name it bears. Open it in the loop that rolls."""

    def __init__(self, name: str, model: Model, conf: ModelConf) -> None:
        self.name, self.model, self.conf = name, model, conf

    @property
    def identity(self) -> str:
        """The model's, and six characters over every setting that moves its completions."""
        conf = self.conf
        drawn = [temperature_of(conf), conf.top_p, conf.effort, conf.max_output_tokens, schemas_digest() if conf.structured else ""]
        return f"{self.model.identity}/{digest(drawn)[:6]}"

    async def __aenter__(self) -> "ModelPolicy":
        await self.model.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.model.__aexit__(*error)

    def agent(self, spec: EpisodeSpec) -> "ModelAgent":
        """See Policy.agent."""
        return ModelAgent(spec, self.model, self.conf)


class ModelAgent:
    """One episode. It remembers nothing: all that a step depends on is in its prompt."""

    def __init__(self, spec: EpisodeSpec, model: Model, conf: ModelConf) -> None:
        self.spec, self.model, self.conf = spec, model, conf

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act. Raises Transient for trouble of the provider, BadInput for what trying again cannot mend."""
        spec = self.spec
        call = f"{spec.web_task.task_id}/{spec.sample}/{spec.seed}/{turn.index}"
        messages = conversation(turn.prompt, turn.observation.screenshot)
        return await self.model.complete(Ask(messages, self._decoding(turn), call))

    def _decoding(self, turn: Turn) -> Decoding:
        conf, spec = self.conf, self.spec
        sampled = conf.client in SEEDED and bool(conf.temperature)
        return Decoding(
            max_output_tokens=conf.max_output_tokens,
            temperature=temperature_of(conf),
            top_p=conf.top_p,
            effort=conf.effort,
            seed=step_seed(spec.seed, turn.index) if sampled else None,
            schema=schema_of(spec.contract, spec.grounding) if conf.structured else None,
        )


def temperature_of(conf: ModelConf) -> float | None:
    """The temperature completions are drawn at; None: the provider's own, nothing is sent."""
    return 0.0 if conf.temperature is None and conf.client in GREEDY else conf.temperature


def step_seed(episode_seed: int, index: int) -> int:
    """Counted, not drawn: 31 bits (what every provider takes) from the episode's seed and the step's 1-based index."""
    return int.from_bytes(hashlib.sha256(f"{episode_seed}/{index}".encode()).digest()[:4]) >> 1
