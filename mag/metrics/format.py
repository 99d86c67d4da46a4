"""OFCR over steps: MAG's tolerant reading and WebMRE's strict one, with the three bits they are made of (MAG 3.3, App. D; WebMRE 3.3)."""

from collections.abc import Iterable
from dataclasses import dataclass

from mag.records import Gate


@dataclass(frozen=True, slots=True)
class FormatRates:
    """Shares (0..1) of `n` model outputs, those that could not be parsed included; all None for no output.

    `ofcr` asks for parsed, valid and clean; `ofcr_strict` also for exactly the contract's keys. `clean` counts every guide in which no
    leak was found, so also a missing one.
    """

    n: int
    parsed: float | None
    valid: float | None
    clean: float | None
    ofcr: float | None
    ofcr_strict: float | None


def format_rates(gates: Iterable[Gate]) -> FormatRates:
    """The rates of these steps' gates."""
    seen = list(gates)
    bits = zip(*((gate.parsed, gate.valid, gate.clean, gate.passed, strict_gate(gate)) for gate in seen), strict=True)
    rates = [sum(bit) / len(seen) for bit in bits] or [None] * 5
    return FormatRates(len(seen), *rates)


def strict_gate(gate: Gate) -> bool:
    """F of WebMRE Eq. 1: the gate passes and the object holds exactly the contract's keys."""
    return gate.passed and gate.strict
