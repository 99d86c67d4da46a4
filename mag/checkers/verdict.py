"""From evidence to verdict, without I/O: every verdict can be computed again from what an episode stores (Eq. 3)."""

from mag.checkers.judge import Judge
from mag.checkers.strict import CHECKS as STRICT
from mag.checkers.task import Check, Row, conjunction
from mag.checkers.webarena import CHECKS as WEBARENA
from mag.errors import BadInput
from mag.records import CheckMode, Evidence, Question, Verdict, WebTask

RULES: dict[CheckMode, dict[str, Check]] = {"webarena": WEBARENA, "strict": STRICT}


def decide(web_task: WebTask, evidence: Evidence, judge: Judge, mode: CheckMode = "webarena") -> Verdict:
    """All checks of the task on the evidence; success is their conjunction, None when a judge has not decided and nothing failed.

    Raises BadInput, naming the task, when its evaluation block asks for what is not known or for nothing at all.
    """
    checks: list[Row] = []
    for kind in web_task.eval["eval_types"]:
        if kind not in RULES[mode]:
            raise BadInput(f"task {web_task.task_id} asks for the evaluation {kind!r}; known are {', '.join(RULES[mode])}")
        checks += RULES[mode][kind](web_task, evidence, judge)
    if not checks:
        raise BadInput(f"task {web_task.task_id} checks nothing; its eval_types and references must ask for something")
    judges = {check["judge"] for check in checks if "judge" in check}
    return Verdict(success=conjunction(checks), judge=", ".join(sorted(judges)), checks=tuple(checks))


class _Notebook:
    """A judge that decides nothing and writes down what it was asked."""

    name = "notebook"
    stub = True

    def __init__(self) -> None:
        self.questions: list[Question] = []

    def rule(self, question: Question) -> bool | None:
        """See Judge.rule."""
        self.questions.append(question)
        return None


def questions(web_task: WebTask, evidence: Evidence) -> list[Question]:
    """What a judge must rule on before both modes are decided, each question once; none for a mode that fails without a judge."""
    wanted: dict[str, Question] = {}
    for mode in RULES:
        notebook = _Notebook()
        if decide(web_task, evidence, notebook, mode).success is None:
            wanted |= {question.key: question for question in notebook.questions}
    return list(wanted.values())
