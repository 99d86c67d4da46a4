"""Prices by day, costs worked out by hand, the worst case before a request is sent."""

import shutil
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import BadInput
from mag.models.base import Ask, Decoding, Message
from mag.models.prices import Bill, Prices, cost_usd, priced, worst_usd
from mag.records import Completion, Usage
from mag.settings import ModelConf, PriceConf, load_settings

OLD = PriceConf(since="2026-01-01", input=4.0, output=20.0)
NEW = PriceConf(since="2026-06-15", input=2.0, cached=0.2, output=10.0, batch=0.5)
PRICES = Prices("m", [NEW, OLD])


@pytest.mark.parametrize(
    ("day", "price"), [("2025-12-31", None), ("2026-01-01", OLD), ("2026-06-14", OLD), ("2026-06-15", NEW), ("2030-01-01", NEW)]
)
def test_the_price_of_a_day(day, price):
    assert PRICES.on(date.fromisoformat(day)) is price


def test_by_the_name_conf_gives_else_by_the_models_id():
    table = {"m": [OLD], "hosted": [NEW]}
    assert Prices.of(ModelConf(model="m"), table).now() is OLD
    assert Prices.of(ModelConf(model="m", price="hosted"), table).now() is NEW
    assert Prices.of(ModelConf(model="other"), table).now() is None


@pytest.mark.parametrize(
    ("usage", "price", "usd"),
    [
        (Usage(1_000_000, 0), OLD, 4.0),
        (Usage(1_000_000, 0, cached_tokens=250_000), OLD, 4.0),  # no price of its own for the cached
        (Usage(1_000_000, 100_000, cached_tokens=250_000, image_tokens=900_000, reasoning_tokens=90_000), NEW, 1.5 + 0.05 + 1.0),
        (Usage(10, 0, cached_tokens=20), NEW, 2e-6),  # more cached than there is: all of it
        (Usage(5_000, 50, reused=True), NEW, 0.0),
    ],
)
def test_costs_by_hand(usage, price, usd):
    assert cost_usd(usage, price) == pytest.approx(usd)
    assert cost_usd(usage, price, batch=True) == pytest.approx(usd * price.batch)
    assert priced(Completion("", usage), price).usage.cost_usd == pytest.approx(usd)


def test_without_a_price_there_is_no_cost():
    assert priced(Completion("", Usage(5, 5, cost_usd=1.0)), None).usage.cost_usd is None


@pytest.mark.parametrize(
    "entry", [{"since": "soon"}, {"since": ""}, {"input": -1.0}, {"output": float("nan")}, {"batch": 1.5}, {"cached": -0.1}]
)
def test_an_entry_that_cannot_be_meant_is_named(entry):
    with pytest.raises(BadInput, match=r"conf/prices.yaml.* m "):
        Prices("m", [PriceConf(**{"since": "2026-01-01"} | entry)])


def test_the_shipped_list_names_a_source_for_every_price(tmp_path):
    shutil.copy(Path(__file__).parents[2] / "conf" / "prices.yaml", tmp_path)
    listed = load_settings(tmp_path).prices
    assert {"gpt-5.5", "gemini-3.5-flash", "claude-sonnet-4-6"} <= set(listed)
    for model, entries in listed.items():
        assert Prices(model, entries).now(), model
        for entry in entries:
            assert entry.source and 0 < (entry.cached or 0) < entry.input < entry.output, model


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("m:\n  - since: 2026-01-01\n    ouput: 3", "ouput"),
        ("m:\n  - since: 2026-01-01\n    input: dear", "input"),
        ("m:\n  since: 2026-01-01", "list of prices"),
    ],
)
def test_a_slip_in_the_list_is_named(tmp_path, text, said):
    (tmp_path / "prices.yaml").write_text(text)
    with pytest.raises(BadInput, match=f"prices.yaml cannot be used: .*{said}"):
        load_settings(tmp_path)


def test_a_local_list_replaces_a_models_entries(tmp_path):
    (tmp_path / "local").mkdir()
    (tmp_path / "prices.yaml").write_text("m:\n  - since: 2026-01-01\n    input: 1\nn:\n  - since: 2026-01-01\n")
    (tmp_path / "local" / "prices.yaml").write_text("m:\n  - since: 2026-02-01\n    input: 2\n")
    listed = load_settings(tmp_path).prices
    assert listed["m"] == [PriceConf(since="2026-02-01", input=2.0)]
    assert listed["n"] == [PriceConf(since="2026-01-01")]


def png(width, height):
    import io

    from PIL import Image

    data = io.BytesIO()
    Image.new("RGB", (width, height)).save(data, "png")
    return data.getvalue()


def test_the_worst_case_grows_with_text_pictures_and_room():
    price = PriceConf(since="2026-01-01", input=1.0, output=10.0)

    def worst(*parts, room=1_024):
        return worst_usd(Ask((Message("user", parts),), Decoding(max_output_tokens=room)), price)

    assert worst("word " * 900) > 0.0009 + 0.01024
    screenshot = worst(png(1440, 900)) - worst()
    assert 0.0020 < screenshot < 0.0025  # a screenshot is 1,260 to 2,114 tokens, whoever counts
    assert worst(png(2880, 900)) - worst() == pytest.approx(2 * screenshot)
    assert worst(b"no picture") - worst() == pytest.approx(screenshot)
    assert worst("", room=2_048) - worst("", room=1_024) == pytest.approx(0.01024)


@given(
    st.lists(
        st.builds(
            Usage,
            st.integers(0, 9999),
            st.integers(0, 999),
            requests=st.integers(0, 3),
            cost_usd=st.none() | st.floats(0, 9),
            reused=st.booleans(),
        )
    )
)
def test_a_bill_adds_up(usages):
    bill = Bill.of(usages)
    known = [usage.cost_usd for usage in usages if usage.cost_usd is not None]
    assert (bill.replies, bill.unpriced) == (len(usages), len(usages) - len(known))
    assert bill.usd == (pytest.approx(sum(known)) if known else None)
    assert (bill.input_tokens, bill.requests) == (sum(u.input_tokens for u in usages), sum(u.requests for u in usages))
