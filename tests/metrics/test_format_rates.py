"""OFCR over steps, tolerant and strict."""

from hypothesis import given
from hypothesis import strategies as st

from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.metrics.format import FormatRates, format_rates
from mag.records import Gate, Mark

MARKS = (Mark(17, "BUTTON", "Add", "Add", "button", (0, 0, 10, 10), True, (5, 5)),)


def gate_of(text):
    return read(text, MARKS, "", GROUNDINGS["som"], CONTRACTS["full"])[2]


def reply(target='"17"', guide="Click Add.", extra=""):
    return f'{{"think": "t", "action_type": "click", "selected_candidate_id": {target}, "content": null, "guide_text": "{guide}"{extra}}}'


def test_rates_of_real_completions_worked_by_hand():
    texts = [
        reply(),
        reply(extra=', "confidence": 1'),  # an extra key: only the strict reading minds
        reply(target='"99"'),  # no such id
        reply(guide="Click element 17."),  # leaks
        "I would click Add.",  # no object
    ]
    assert format_rates(map(gate_of, texts)) == FormatRates(5, parsed=4 / 5, valid=3 / 5, clean=4 / 5, ofcr=2 / 5, ofcr_strict=1 / 5)


def test_no_step_is_no_rate():
    assert format_rates([]) == FormatRates(0, None, None, None, None, None)


@given(st.lists(st.builds(Gate, *[st.booleans()] * 4), min_size=1))
def test_strict_is_never_above_tolerant_nor_that_above_its_bits(gates):
    rates = format_rates(gates)
    assert 0 <= rates.ofcr_strict <= rates.ofcr <= min(rates.parsed, rates.valid, rates.clean) <= 1
    assert format_rates(gates + gates).ofcr == rates.ofcr
