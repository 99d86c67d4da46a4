"""The tables of docs/scale.md, out of measured figures (docs/results.md) and stated assumptions: `python bench/scale.py`.

An episode of n steps takes n (L + s) + b seconds on one set, with L the model's seconds a reply. It uses n C seconds of processor time, so
that N sets want N n C / (n (L + s) + b) processors at full rate; with the share u of them in use sets hardly wait for one another.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Input:
    symbol: str
    value: float
    unit: str
    meaning: str
    origin: str  # measured: ..., or assumed


HARNESS = "measured: What the harness adds, one set"
STEP_S = Input("s", 0.229, "s", "page and harness, a step", HARNESS)
EPISODE_S = Input("b", 0.57, "s", "between two episodes: 3600 / 453 less six steps of 1.229 s", HARNESS)
STEP_CPU_S = Input("C", 0.39, "s", "processor time a step: harness, driver, browser, sites", HARNESS)
STEPS = Input("n", 7.1, "", "steps an episode, mean of the benchmark's demonstrations", "measured: The benchmark")
SET_GB = Input("m", 0.27, "GB", "memory a set: browser and six miniarena sites, a sixth of the peak of six", "measured: Memory")
STEP_MB = Input("d", 0.169, "MB", "on disk a step, picture and record", "measured: 103 demonstrated episodes, 696 steps, 117.5 MB")
USED = Input("u", 0.6, "", "share of the processors in use", "assumed; at .88 six sets gave .81 of six times one (measured)")
HOST_CORES = Input("", 32, "", "processors a host", "assumed")
GROUPS = Input("", 41, "", "groups a round, six episodes each, for every six sets", "MAG, Table A4")
INPUTS = (STEP_S, EPISODE_S, STEP_CPU_S, STEPS, SET_GB, STEP_MB, USED, HOST_CORES, GROUPS)

LATENCIES_S = (0.3, 1.0, 3.0, 10.0)
SETS = (6, 24, 96, 300, 600)
BUDGET = 25  # steps of the longest episode


def episode_s(latency: float, steps: float = STEPS.value) -> float:
    """Seconds of an episode on a set that waits for nobody."""
    return steps * (latency + STEP_S.value) + EPISODE_S.value


def an_hour(sets: int, latency: float) -> float:
    """Episodes an hour."""
    return 3600 * sets / episode_s(latency)


def cores(sets: int, latency: float) -> float:
    """Processors, so that the share USED of them is in use."""
    return sets * STEPS.value * STEP_CPU_S.value / episode_s(latency) / USED.value


def round_gb(sets: int, steps: float = STEPS.value) -> float:
    """Disk of a round whose groups grow with the sets."""
    return GROUPS.value * sets * steps * STEP_MB.value / 1000


def round_minutes(sets: int, latency: float) -> float:
    """Rolling one such round."""
    return 60 * GROUPS.value * sets / an_hour(sets, latency)


def _short(value: float) -> str:
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def inputs() -> str:
    """What goes in."""
    rows = [f"| {one.symbol} | {one.value:g} {one.unit} | {one.meaning} | {one.origin} |".replace("  ", " ") for one in INPUTS]
    return "\n".join(["| | value | what | where from |", "|---|---|---|---|", *rows])


def rates() -> str:
    """Episodes an hour, replies a second and processors, by sets and latency."""
    head = "| sets | " + " | ".join(f"{latency:g} s a reply" for latency in LATENCIES_S) + " |"
    rows = []
    for sets in SETS:
        cells = []
        for latency in LATENCIES_S:
            hourly = an_hour(sets, latency)
            cells.append(f"{hourly:,.0f} / {_short(hourly * STEPS.value / 3600)} / {_short(cores(sets, latency))}")
        rows.append(f"| {sets} | {' | '.join(cells)} |")
    return "\n".join([head, "|---" * (len(LATENCIES_S) + 1) + "|", *rows])


def sizes(latency: float = 1.0) -> str:
    """Hosts, memory, disk and what is written, by sets, at one latency."""
    rows = []
    for sets in SETS:
        written = an_hour(sets, latency) * STEPS.value * STEP_MB.value / 3600
        hosts = max(1, round(cores(sets, latency) / HOST_CORES.value + 0.499))
        rows.append(
            f"| {sets} | {hosts} | {sets * SET_GB.value:,.1f} GB | {GROUPS.value * sets:,.0f} | {round_minutes(sets, latency):.1f} min "
            f"| {round_gb(sets):,.1f} GB | {round_gb(sets, BUDGET):,.1f} GB | {written:,.1f} MB/s |"
        )
    disk = f"disk, {STEPS.value:g} steps | disk, {BUDGET} steps"
    head = f"| sets | hosts | memory | episodes a round | rolling it at {latency:g} s a reply | {disk} | written |"
    return "\n".join([head, "|---" * 8 + "|", *rows])


def tables() -> list[str]:
    """As docs/scale.md has them."""
    return [inputs(), rates(), sizes()]


if __name__ == "__main__":
    print("\n\n".join(tables()))
