"""Records for the tests of checkers."""

from mag.records import Episode, Verdict, WebTask


def check_task(answers=None, url=None, pages=None, **more):
    """Task 7 with these references; the kinds of evaluation follow from what is given, `more` goes into the evaluation block."""
    kinds = [kind for kind, given in (("string_match", answers), ("url_match", url), ("program_html", pages)) if given is not None]
    block = {"eval_types": kinds, "reference_answers": answers, "reference_url": url, "program_html": pages or []} | more
    return WebTask(7, ("shopping",), "__SHOPPING__", "What is it?", "What is it?", 1, {}, block)


def episode_of(web_task=None, **more):
    """A stored episode without steps."""
    web_task = web_task or WebTask(1, ("shopping",), "__SHOPPING__", "Do it", "Do it", 1, {}, {"eval_types": []})
    values = {
        "key": f"{web_task.task_id:064d}",
        "web_task": web_task,
        "sample": 0,
        "policy": "demo/x",
        "grounding": "som",
        "contract": "full",
        "protocol": "p",
        "code": "c",
        "snapshot": "s",
        "environment_set": 1,
        "attempt": 1,
        "seed": 0,
        "steps": (),
        "answer": "",
        "finished": True,
        "outcome": "success",
        "verdict": Verdict(True, "", ()),
    }
    return Episode(**{**values, **more})
