"""Records of our own in WebArena's schema, for what it allows and none of the 812 tasks has."""

from typing import Any

from tests.checkers.oracle import OR

BASE = {"sites": ["shopping"], "start_url": "__SHOPPING__", "intent_template": "", "intent_template_id": 0, "instantiation_dict": {}}
PLAIN = {"string_match": "reference_answers", "url_match": "reference_url", "program_html": "program_html"}


def made(task_id: int, **parts: Any) -> dict[str, Any]:
    """A record with these checks; their order is that of eval_types."""
    check = {"reference_answers": None, "reference_url": "", "program_html": [], "string_note": "It is not sold here."}
    check |= {PLAIN[kind]: wanted for kind, wanted in parts.items()} | {"eval_types": list(parts)}
    return BASE | {"task_id": task_id, "intent": f"Task {task_id} of our own.", "eval": check}


def entry(**wanted: Any) -> dict[str, Any]:
    return {"url": "last", "locator": "document.body.outerText", "required_contents": wanted}


MADE = [
    made(1001, url_match=f"__SHOPPING__/a?x=1&y=1{OR}__SHOPPING__/a?x=2&y=2"),
    made(1002, string_match={"must_include": ["alpha"], "fuzzy_match": "N/A"}),
    made(1003, string_match={"fuzzy_match": "N/A", "must_include": ["alpha", "beta"]}),
    made(1004, string_match={"fuzzy_match": ["one", "two"]}, url_match="__MAP__/"),
    made(1005, program_html=[entry(exact_match=""), entry(must_include=['"quoted"', "'Single'"])]),
    made(
        1006, string_match={"exact_match": " 'Two Words' "}, url_match="__REDDIT__/f/a", program_html=[entry(must_include=[f"x{OR}y", "z"])]
    ),
    made(1007, string_match={"must_include": ["7", "8"]}),
    made(1008, string_match={"must_include": ["'3'"]}, program_html=[entry(exact_match="1")]),
]
