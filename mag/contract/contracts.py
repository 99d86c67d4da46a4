"""Output contracts: which keys a completion must have, in which order (MAG App. D; WebMRE 3.3)."""

from dataclasses import dataclass

from mag.contract.grounding import Grounding

GROUNDING = "grounding"  # stands in `Contract.keys` for the key that the grounding names
ACTION_KEYS = ("action_type", GROUNDING, "content")


@dataclass(frozen=True, slots=True)
class Contract:
    """A fixed key set over the shared template. `keys` holds the placeholder `GROUNDING` where the grounding's own key goes."""

    name: str
    keys: tuple[str, ...]

    @property
    def wants_action(self) -> bool:
        """Whether the completion decides what is done."""
        return "action_type" in self.keys

    @property
    def wants_guide(self) -> bool:
        """Whether the completion holds a sentence for a person."""
        return "guide_text" in self.keys

    @property
    def wants_think(self) -> bool:
        """Whether the completion holds private reasoning."""
        return "think" in self.keys

    def keys_for(self, grounding: Grounding) -> tuple[str, ...]:
        """The keys as the model has to write them, in order."""
        return tuple(grounding.key if key == GROUNDING else key for key in self.keys)


# MAG's five keys; then WebMRE's action only, guide only, action then guide, guide then action. WebMRE compares and forces these two
# outputs within 128 new tokens and opens JG with a forced guide, so its contracts carry no reasoning key (ours: its figure is an image).
CONTRACTS: dict[str, Contract] = {
    contract.name: contract
    for contract in (
        Contract("full", ("think", *ACTION_KEYS, "guide_text")),
        Contract("A", ACTION_KEYS),
        Contract("G", ("guide_text",)),
        Contract("J", (*ACTION_KEYS, "guide_text")),
        Contract("JG", ("guide_text", *ACTION_KEYS)),
    )
}
