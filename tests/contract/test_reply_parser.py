"""The parser finds the first well-formed object, says what it skipped, and takes linear time on anything."""

import copy
import json
import pickle
import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.contract.parser import MAX_DEPTH, Number, parse
from mag.contract.scan import Found, scan

OBJECT = '{"think": "t", "content": null}'
FIELDS = {"think": "t", "content": None}

WRAPPED = {
    OBJECT: (),
    f"  \n{OBJECT}\n": (),
    f"```json\n{OBJECT}\n```": ("code fence",),
    f"``` \n{OBJECT}": ("code fence",),
    f"Sure, here it is: {OBJECT}": ("prose before",),
    f"{OBJECT} I hope this helps.": ("prose after",),
    f"Here:\n```json\n{OBJECT}\n```\nDone.": ("code fence", "prose before", "prose after"),
    f"<think>I could click {{}} here.</think>{OBJECT}": ("think block",),
    f"<think>no</think><THINK>yes</THINK>\n```\n{OBJECT}```": ("think block", "code fence"),
    f"<thinking>{{}}</thinking> {OBJECT}": ("think block",),
    f'Reasoning with {{"a": 1}} that the prompt opened.</think>\n{OBJECT}': ("think block",),
    f"Plain reasoning that the prompt opened.</think>\n{OBJECT}": ("think block",),
    f"<think>never closed {OBJECT}": ("think block not closed", "prose before"),
    f"{OBJECT}</think>": ("prose after",),
    f"{OBJECT} <think>{{}}</think> {{}}": ("prose after",),
    f"\ufeff{OBJECT}": ("byte order mark",),
    f"use {{x}} then {OBJECT}": ("prose before",),
    f"{{'python': 1}} {OBJECT}": ("prose before",),
    f'{{"a": NaN}} {OBJECT}': ("prose before",),
    f'{{"a": 01}} {OBJECT}': ("prose before",),
    f'{{"a": 1,}} {OBJECT}': ("prose before",),
    f'{{"a": "raw\nbreak"}} {OBJECT}': ("prose before",),
    f'{{"a": "\\x"}} {OBJECT}': ("prose before",),
    f'say "{{" and {OBJECT}': ("prose before",),
    f'{{"broken {OBJECT}': ("prose before",),
    f"\\{OBJECT}": ("prose before",),
    f"[{OBJECT}, {{}}]": ("prose before", "prose after"),
    f"{OBJECT}{OBJECT}": ("prose after",),
}


@pytest.mark.parametrize(("text", "notes"), WRAPPED.items())
def test_object_is_found_and_what_surrounds_it_noted(text, notes):
    reply = parse(text)
    assert reply.fields == FIELDS
    assert reply.notes == notes


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('use {} then {"a": 1}', {}),
        ('{"broken": {"a": 1}, }', {"a": 1}),
        ('{"a": "{\\"b\\": 1}"}', {"a": '{"b": 1}'}),
        ('{"a": "}{", "b": [{}, "]"]}', {"a": "}{", "b": [{}, "]"]}),
        ('{"a": "</think>"} {"b": 1}', {"a": "</think>"}),
        ('{"a": "<think>"} </think> {"b": 1}', {"b": 1}),
        ('{"guide": "Type <think> here"}', {"guide": "Type <think> here"}),
        ('{"a": "\\ud83d\\ude00 \\u00e9"}', {"a": "😀 é"}),
        ('\t{\r\n"a"\n:\t1 }', {"a": 1}),
        ("{{}}", {}),
        ('"{}', {}),
        ('{"a" "b": {"c": 2}}', {"c": 2}),
    ],
)
def test_which_object_is_first(text, fields):
    assert parse(text).fields == fields


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "[1, 2]",
        "{",
        "}",
        "{x}",
        '{"a"}',
        '{"a": }',
        "{,}",
        '{"a": Infinity}',
        '{"a": -NaN}',
        "<think>{}</think>",
        "{'a': 1}",
    ],
)
def test_no_object(text):
    reply = parse(text)
    assert reply.fields is None
    assert reply.notes == (("think block",) if "think" in text else ()) + ("no JSON object",)


def test_last_of_two_equal_keys_wins_and_is_noted():
    reply = parse('{"content": "a", "x": 1, "content": "b", "x": {"y": 1, "y": 2}}')
    assert reply.fields == {"content": "b", "x": {"y": 2}}
    assert reply.notes == ("duplicate key: y", "duplicate key: content", "duplicate key: x")


def test_notes_stay_few_and_short():
    text = "{" + ",".join(f'"{"k" * 100}{i % 50}": 1' for i in range(100)) + "}"
    assert [note for note in parse(text).notes if len(note) < 60] == [f"duplicate key: {'k' * 40}"] * 5
    assert len(parse(text).notes) == 5


def test_lone_surrogates_are_replaced():
    for text in ('{"a": "x\\ud800y", "\\udfff": ["\\udc00"]}', '{"a": "x\ud800y", "\udfff": ["\udc00"]}'):
        reply = parse(text)
        assert reply.fields == {"a": "x\ufffdy", "\ufffd": ["\ufffd"]}
        assert reply.notes == ("lone surrogate",)


@pytest.mark.parametrize("literal", ["1.50", "1e3", "-0.0", "1E-7", "1e999", "9" * 400, "9" * 100_000])
def test_numbers_remember_how_they_were_written(literal):
    number = parse(f'{{"a": {literal}}}').fields["a"]
    assert isinstance(number, Number)
    assert number.literal == literal
    assert number == float(literal)
    assert pickle.loads(pickle.dumps(number)).literal == copy.deepcopy(number).literal == literal


@given(st.integers())
def test_integers_stay_integers(number):
    value = parse(f'{{"a": {number}}}').fields["a"]
    assert value == number
    assert type(value) is int


def test_depth_is_limited():
    def nested(depth):
        return '{"a":' * (depth - 1) + "{}" + "}" * (depth - 1)

    assert parse(nested(MAX_DEPTH)).fields is not None
    assert parse(nested(MAX_DEPTH + 1)).fields is None
    assert parse(nested(100_000)).notes == (f"nested deeper than {MAX_DEPTH}",)
    assert parse('{"a":' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}").fields is None
    assert scan('x{"a":[{"b":{}},1]}')[0] == Found(1, 19, 4)


# --- properties -------------------------------------------------------------------------------------------------------
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=6)
BEFORE = st.lists(
    st.sampled_from(["{x} ", "{ ", "}", "[", "] ", "Sure: ", "```json\n", '{"a": ', '{"a": 1, ', "{'b'}", '"', "\\", "{1:2}", "é "])
).map("".join)


@given(OBJECTS, st.text(st.characters(exclude_characters="{<", exclude_categories=["Cs"])), st.text(st.characters(exclude_characters="<")))
def test_object_in_noise_is_found(fields, before, after):
    assert parse(f"{before}{json.dumps(fields)}{after}").fields == fields


@given(OBJECTS, BEFORE, st.booleans())
def test_object_after_broken_starts_is_found(fields, before, ascii_only):
    text = json.dumps(fields, ensure_ascii=ascii_only)
    found = scan(before + text)[0]
    assert (found.start, found.end) == _first(before + text)
    if '"' not in before and not re.search(r"\{\s*\}", before):
        assert parse(before + text).fields == fields


@given(OBJECTS)
def test_parsing_is_idempotent(fields):
    once = parse(json.dumps(fields))
    again = parse(json.dumps(once.fields))
    assert once == again
    assert once.notes == ()


def _first(text):
    """The definition, in quadratic time."""

    def refuse(name):
        raise ValueError(name)

    decoder = json.JSONDecoder(parse_constant=refuse)
    for start, character in enumerate(text):
        if character == "{":
            try:
                return start, decoder.raw_decode(text, start)[1]
            except ValueError:
                continue
    return None


TOKENS = [
    "{",
    "}",
    "[",
    "]",
    '"',
    ":",
    ",",
    "\\",
    '\\"',
    '"a"',
    '"a":',
    "1",
    "-0.5e3",
    "true",
    " ",
    "\n",
    "{}",
    "x",
    "NaN",
    "01",
    "\x01",
    '"b":{',
    '":',
    '{"',
    '"}',
]


def test_scan_equals_its_definition_on_random_token_soups():
    soup = random.Random(20260731)
    found_some = 0
    for _ in range(60_000):
        text = "".join(soup.choices(TOKENS, k=soup.choice((4, 8, 16, 40))))
        found = scan(text)[0]
        expected = _first(text)
        assert (found and (found.start, found.end)) == expected, text
        found_some += expected is not None
    assert 10_000 < found_some < 50_000


# --- linear time ------------------------------------------------------------------------------------------------------
SHAPES = {
    "braces": "{",
    "brackets": "[",
    "quotes": '"',
    "unclosed keys": '{"',
    "unclosed objects": '{"a":',
    "unclosed objects and arrays": '{"a":[',
    "starts without colon": '{"x" ',
    "starts after a member": '{"x":1,',
    "escaped quotes": '{"a":"\\"',
    "quotes that flip": '{"a":"{\\"',
    "braces and spaces": "{ \n",
    "think tags": "<think>{}</think>",
    "open think tags": "<think>{",
    "close think tags": "</think>{",
    "fences": "```{",
    "surrogates": '{"\ud800',
    "numbers": '{"a":1e',
    "backslashes": "\\{",
}
PREFIXED = {
    "one long array": ('{"a":', "["),
    "one long string": ('{"', "\\\\"),
    "inner objects": ('{"a":[', '{"b":"</think>"},'),
    "one long gap": ("{", " "),
}


def _text(name, size):
    head, unit = PREFIXED.get(name) or ("", SHAPES[name])
    return head + unit * (size // len(unit))


@pytest.mark.parametrize("name", [*SHAPES, *PREFIXED])
def test_work_is_linear(name):
    text = _text(name, 20_000)
    _, small = scan(text[:4_000])
    _, large = scan(text)
    assert large <= 4 * len(text)
    assert large <= 5.1 * small + 20


@pytest.mark.parametrize(
    "name", ["braces", "quotes", "unclosed objects", "starts after a member", "quotes that flip", "open think tags", "one long string"]
)
def test_ten_megabytes_take_five_times_as_long_as_two(name):
    seconds = []
    for size in (2_000_000, 10_000_000):
        text = _text(name, size)
        started = time.process_time()
        assert parse(text).fields is None or name == "open think tags"
        seconds.append(time.process_time() - started)
    assert seconds[1] < 60
    assert seconds[1] < 12 * max(seconds[0], 0.02)
