"""What `mag judge` prints."""

import time

from mag.judge.calibration import Calibration, Drift, accuracy
from mag.judge.drain import DrainReport
from mag.judge.panel import Panel
from mag.judge.queue import JudgeQueue


def drained(report: DrainReport) -> str:
    """One line about a drain."""
    return (
        f"{report.pending} pending: {report.cached} known from before, {report.decided} decided, {report.undecided} undecided, "
        f"{report.unanswered} unanswered; {report.requests} requests, {report.replies} replies ({report.limited} x 429, "
        f"{report.unavailable} failed, {report.timeouts} timed out, {report.unclear} unclear), {report.input_tokens} tokens in, "
        f"{report.output_tokens} out, {report.seconds:.1f} s"
    )


def standing(queue: JudgeQueue, judge: str) -> str:
    """How far a judge is with a queue."""
    questions = queue.questions()
    values = [value for key, value in queue.rulings(judge).items() if key in questions]
    line = f"  {judge}: {values.count(True)} correct, {values.count(False)} not correct, {values.count(None)} undecided"
    line += f", {len(questions) - len(values)} pending"
    conflicts = queue.verdicts.conflicts(judge)
    return line + (f", DECIDED BOTH WAYS (the first one counts): {' '.join(conflicts)}" if conflicts else "")


def panel_table(panel: Panel) -> str:
    """Judges, pairs, and all together; shares in per cent, coefficients as they are."""
    width = max(24, *(len(member.judge) for member in panel.members)) + 2
    lines = ["judge".ljust(width) + f"{'ruled':>7}{'undecided':>11}{'correct':>9}{'with rest':>11}{'rest alone':>12}"]
    for member in panel.members:
        counts = f"{member.ruled:7d}{member.undecided:11d}{member.correct:9d}{_percent(member.with_rest):>11}{member.correct_without:12d}"
        lines.append(member.judge.ljust(width) + counts)
    lines += ["", "pair".ljust(2 * width) + f"{'agreement':>11}{'kappa':>8}"]
    lines += [pair.a.ljust(width) + pair.b.ljust(width) + f"{_percent(pair.agreement):>11}{_plain(pair.kappa):>8}" for pair in panel.pairs]
    lines += [
        "",
        f"{panel.shared} questions decided by all ({panel.left_out} not): {panel.correct} correct by majority, {panel.unanimous} unanimous",
        f"agreement of pairs {_percent(panel.agreement)}, Fleiss' kappa {_plain(panel.kappa)}",
    ]
    return "\n".join(lines)


def calibration_table(calibration: Calibration) -> str:
    """Accuracy with its interval, by group, and every miss."""
    result = accuracy(calibration)
    rate = f"{100 * result.rate.estimate:.1f}% [{100 * result.rate.low:.1f}, {100 * result.rate.high:.1f}]" if result.rate else "-"
    head = f"{calibration.judge} ({', '.join(calibration.models)}): {result.right} of {result.decided} right, {rate}"
    lines = [f"{head}; {result.lenient} too lenient, {result.harsh} too harsh, {result.n - result.decided} undecided of {result.n}"]
    lines += [f"  {name:14s}{good:3d} of {decided}" for name, (good, decided) in result.groups.items()]
    lines += [
        f"  miss {miss.item.id}: {miss.verdict}, not {miss.item.expected} ({miss.item.why}); it said: {miss.reason}"
        for miss in result.misses
    ]
    return "\n".join(lines)


def drift_line(drift: Drift) -> str:
    """What changed since the last calibration."""
    since = time.strftime("%Y-%m-%d %H:%M", time.gmtime(drift.before))
    line = f"since {since} UTC {len(drift.changed)} rulings changed{': ' if drift.changed else ''}{', '.join(drift.changed)}"
    if drift.models[0] != drift.models[1]:
        line += f"; the provider now reports {', '.join(drift.models[1])}, before {', '.join(drift.models[0])}"
    return ("DRIFT: " if drift.alarm else "no drift: ") + line


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
