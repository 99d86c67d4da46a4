"""Gains of one contract or model over another on the same steps, by hand, with seeds."""

import pytest

from mag.offline.compare import comparisons, over_runs, systems
from mag.offline.protocol import score_runs
from tests.offline.steps import said, six_steps
from tests.offline.test_protocol import runs_of

SOM = [step for step in six_steps() if step.key != (2, 1)]


def answers(contract, seed, wrong, model="m"):
    """Right at every som step but the wrong ones, where another verb is said."""
    return [
        said(step, contract, seed=seed, model=model, **({"verb": "go_back", "mark": None} if step.key in wrong else {})) for step in SOM
    ]


def test_the_gain_of_a_contract_over_seeds(store):
    runs = runs_of(
        *answers("A", 1, {(1, 1), (1, 2)}),
        *answers("A", 2, {(1, 1), (2, 2)}),
        *answers("J", 1, {(1, 2)}),
        *answers("J", 2, {(1, 1), (2, 2), (2, 3)}),
    )
    (gain,) = comparisons(score_runs(store(six_steps()), runs))
    assert (gain.first.contract, gain.second.contract, gain.steps, gain.tasks) == ("A", "J", 5, 2)
    # step differences, the mean over two seeds: (1,1) +.5, (2,3) -.5, the rest 0
    saa = gain.means["saa_webmre"]
    assert (saa.n, saa.micro.estimate, saa.macro.estimate) == (5, pytest.approx(0), pytest.approx((1 / 6 - 1 / 4) / 2))
    assert gain.by_seed == {1: gain.by_seed[1], 2: gain.by_seed[2]}
    assert (gain.by_seed[1]["saa_webmre"], gain.by_seed[2]["saa_webmre"]) == (pytest.approx(0.2), pytest.approx(-0.2))
    assert (gain.means["bleu1"].n, gain.means["bleu1"].micro) == (0, None)  # A writes no guide


def test_only_steps_that_every_run_has_are_compared(store):
    one, two = answers("A", 1, set()), answers("JG", 1, {(1, 1)})
    (gain,) = comparisons(score_runs(store(six_steps()), runs_of(*one[:3], *two[:2], *two[3:])))
    assert gain.marks == ("INCOMPLETE", "PROTOCOL UNKNOWN")
    assert (gain.steps, gain.means["saa_mag"].n, gain.means["saa_mag"].micro.estimate) == (2, 2, -0.5)


def test_pairs_differ_in_one_thing(store):
    runs = runs_of(
        *answers("A", 1, set()), *answers("J", 1, set()), *answers("J", 1, set(), "n"), *(said(s, "J", "coord") for s in six_steps()[:4])
    )
    pairs = comparisons(score_runs(store(six_steps()), runs))
    assert [(pair.first[0] + pair.first[2], pair.second[0] + pair.second[2]) for pair in pairs] == [("mA", "mJ"), ("mJ", "nJ")]
    assert pairs[1].by_seed == {}  # seeds of two models have nothing to do with one another


def test_seeds_of_a_system(store):
    scores = score_runs(store(six_steps()), runs_of(*answers("J", 1, {(1, 1)}), *answers("J", 2, set())))
    ((system, runs),) = systems(scores).items()
    found = over_runs(runs)
    assert (system.contract, sorted(runs), found["saa_mag"].mean, found["saa_mag"].n) == ("J", [1, 2], pytest.approx(0.9), 2)
    assert found["saa_mag"].sd == pytest.approx(0.2 / 2**0.5)
