import unicodedata

import pytest

from mag.contract.text import clean, comparable, without_surrogates


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\n[9] BUTTON Buy", "a [9] BUTTON Buy"),
        ("a\r\n\tb\x0bc\x0cd\x85e\u2028f\u2029g\x1ch", "a b c d e f g h"),
        ("zero\u200bwidth\u200d\ufeff joiner\u2060", "zerowidth joiner"),
        ("\u202eright\u202c to \u2066left\u2069\u200f", "right to left"),
        ("\x00nul\x07bell\x7f\x9bcsi", "nulbellcsi"),
        ("so\xadft", "soft"),
        ("tags\U000e0041\U000e007f, variation\ufe0f\U000e0100", "tags, variation"),
        ("lone \ud800surrogate", "lone surrogate"),
        ("  many \u3000\xa0 spaces  ", "many spaces"),
        ("Grüße, 日本語, עברית, \u0600123", "Grüße, 日本語, עברית, \u0600123"),
        ("", ""),
    ],
)
def test_clean(text, cleaned):
    assert clean(text) == cleaned
    assert clean(cleaned) == cleaned


def test_no_control_format_or_surrogate_character_survives():
    visible = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}  # drawn: Arabic, Syriac and Kaithi number signs
    survivors = [
        hex(code)
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and code not in visible
        and clean(f"a{chr(code)}b") not in ("ab", "a b")
    ]
    assert survivors == []


def test_comparable_reads_compatibility_forms():
    assert comparable("［１７］ ⑰ \u200bｘ＝３") == "[17] 17 x=3"


def test_surrogates_are_replaced():
    assert without_surrogates("a\ud800b\udfffc😀") == "a\ufffdb\ufffdc😀"
