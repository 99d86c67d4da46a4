"""A budget holds whatever the order of concurrent calls, and counts what may have been charged without an answer."""

import asyncio
import threading
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mag.errors import BadInput
from mag.models.base import Ask, Decoding, Message
from mag.models.ledger import Ledger, Ledgered, read_bill
from mag.models.prices import Prices, worst_usd
from mag.models.spending import Budget, BudgetSpent, Metered
from mag.models.trouble import Limited, TimedOut, Unavailable
from mag.records import Completion, Usage
from mag.settings import PriceConf

PRICE = PriceConf(since="2020-01-01", input=0.0, output=1_000_000.0)  # one token out: one dollar


def ask(call, room=10):
    return Ask((Message("user", (f"hello from {call}",)),), Decoding(max_output_tokens=room), str(call))


class Paid:
    """A model whose replies take so many turns of the loop and so many tokens; an exception in place of tokens is raised."""

    name = identity = "paid"

    def __init__(self, *replies):
        self.replies, self.served, self.spent = list(replies), 0, 0

    async def complete(self, ask):
        turns, tokens = self.replies[self.served % len(self.replies)]
        self.served += 1
        for _ in range(turns):
            await asyncio.sleep(0)
        if isinstance(tokens, BaseException):
            raise tokens
        self.spent += min(tokens, ask.decoding.max_output_tokens)
        return Completion("x", Usage(1, min(tokens, ask.decoding.max_output_tokens), requests=1))

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass


def metered(model, folder, limit):
    ledger = Ledger(folder / "calls.jsonl", lambda: "paid")
    return Ledgered(Metered(model, Prices("paid", [PRICE]), ledger, Budget(limit, ledger)), ledger, 1.0)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    replies=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 10)), min_size=1, max_size=8),
    rooms=st.lists(st.integers(1, 10), min_size=1, max_size=30),
    limits=st.lists(st.integers(1, 120), min_size=1, max_size=3),
)
async def test_never_overspent_and_never_stingy(tmp_path_factory, replies, rooms, limits):
    """All calls at once, under one budget after another: at most the budget is spent, and what is refused would not have fitted."""
    folder, model = tmp_path_factory.mktemp("budget"), Paid(*replies)
    limits = sorted(limits)
    for limit in limits:
        async with metered(model, folder, float(limit)) as paid:
            ends = await asyncio.gather(*(paid.complete(ask(n, room)) for n, room in enumerate(rooms)), return_exceptions=True)
        refused = [room for room, end in zip(rooms, ends, strict=True) if isinstance(end, BudgetSpent)]
        assert all(isinstance(end, Completion | BudgetSpent) for end in ends)
        assert model.spent <= limit
        assert not refused or model.spent + max(refused) + 1e-6 > limit - max(rooms)
        assert read_bill(folder / "calls.jsonl").at_most_usd == pytest.approx(model.spent)
    async with metered(model, folder, 10.0 * len(rooms) + 1) as paid:
        await asyncio.gather(*(paid.complete(ask(n, room)) for n, room in enumerate(rooms)))
    assert model.served == len(rooms)  # nothing was asked twice on the way


async def test_one_line_says_how_much_and_how_to_go_on(tmp_path):
    async with metered(Paid((0, 4)), tmp_path, 15.0) as paid:
        await paid.complete(ask(1))
        await paid.complete(ask(2))
        with pytest.raises(
            BudgetSpent, match=r"^the budget of 15 USD ends here: 8.0000 spent, and the next request might cost 10.0000; .*--budget"
        ):
            await paid.complete(ask(3))
        with pytest.raises(BudgetSpent):  # also what would have fitted: the sweep is over
            await paid.complete(ask(4, room=1))


async def test_a_request_waits_for_those_under_way_rather_than_being_refused(tmp_path):
    model = Paid((3, 1))
    async with metered(model, tmp_path, 12.0) as paid:
        await asyncio.gather(*(paid.complete(ask(n)) for n in range(3)))
    assert model.spent == 3


@pytest.mark.parametrize(
    ("trouble", "usd"),
    [
        (TimedOut("late"), 10.0),
        (Unavailable("broken off"), 10.0),
        (RuntimeError("of the SDK"), 10.0),
        (Unavailable("503", maybe_charged=False), 0.0),
        (Limited("429", None), 0.0),
        (BadInput("400"), 0.0),
    ],
)
async def test_what_may_have_been_charged_counts_a_refusal_does_not(tmp_path, trouble, usd):
    async with metered(Paid((0, trouble), (0, 2)), tmp_path, 100.0) as paid:
        with pytest.raises(type(trouble)):
            await paid.complete(ask(1))
        await paid.complete(ask(1))
    bill = read_bill(tmp_path / "calls.jsonl")
    assert (bill.usd, bill.unanswered_usd) == (2.0, usd)


async def test_an_earlier_start_counts_and_so_does_what_was_under_way_when_it_was_killed(tmp_path):
    ledger = Ledger(tmp_path / "calls.jsonl", lambda: "paid")
    ledger.sent("a", 10.0)
    ledger.answered("a", "a", Completion("x", Usage(cost_usd=3.0)))
    ledger.sent("b", 10.0)  # killed here
    async with metered(Paid((0, 1)), tmp_path, 22.0) as paid:
        with pytest.raises(BudgetSpent, match=r"13\.0000 spent"):
            await paid.complete(ask(1))


async def test_a_request_broken_off_counts_as_the_worst(tmp_path):
    ledger, paid = Ledger(tmp_path / "calls.jsonl"), Paid((1_000_000, 1))
    model = Metered(paid, Prices("paid", [PRICE]), ledger, Budget(None, ledger))
    running = asyncio.ensure_future(model.complete(ask(1)))
    while not paid.served:
        await asyncio.sleep(0.001)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert read_bill(tmp_path / "calls.jsonl").unanswered_usd == pytest.approx(worst_usd(ask(1), PRICE))


async def test_cancelled_before_it_went_out_costs_nothing_and_leaves_no_trace_of_a_cost(tmp_path, monkeypatch):
    ledger, model = Ledger(tmp_path / "calls.jsonl"), Paid((0, 1))
    writing, go_on, write = threading.Event(), threading.Event(), ledger.sent

    def slowly(*row):
        writing.set()
        go_on.wait(5)
        write(*row)

    monkeypatch.setattr(ledger, "sent", slowly)
    budget = Budget(100.0, ledger)
    running = asyncio.ensure_future(Metered(model, Prices("paid", [PRICE]), ledger, budget).complete(ask(1)))
    while not writing.is_set():
        await asyncio.sleep(0.001)
    for _ in range(2):
        running.cancel()
        await asyncio.sleep(0.01)
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (model.served, budget._spent, ledger.pending, read_bill(tmp_path / "calls.jsonl").unanswered_usd) == (0, 0.0, {}, 0.0)


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf")])
def test_a_budget_that_cannot_be_meant(tmp_path, limit):
    with pytest.raises(BadInput, match="above 0"):
        Budget(limit, Ledger(tmp_path / "calls.jsonl"))


async def test_a_model_without_a_price_is_asked_without_cost(tmp_path):
    ledger = Ledger(tmp_path / "calls.jsonl")
    completion = await Metered(Paid((0, 1)), Prices("paid", []), ledger, Budget(None, ledger)).complete(ask(1))
    assert completion.usage == replace(Usage(1, 1, requests=1), cost_usd=None)
    assert not (tmp_path / "calls.jsonl").exists()
