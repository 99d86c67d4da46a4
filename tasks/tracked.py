"""A study into MLflow at the end of a flow. MLflow takes long to import: it is left alone where there is nothing new to log."""

from pathlib import Path

from prefect import get_run_logger

from mag.records import digest
from mag.runs import read_json, write_json
from mag.settings import Settings, TrackingConf
from mag.study import Study, load_study, units

FILE = "mlflow-logged.json"


def track(name: str, settings: Settings) -> None:
    """Log what is done. A failure there is told and spoils nothing: the next flow of the study logs all of it."""
    study = load_study(name)
    now, path = state_of(study, settings.tracking), study.folder / FILE
    if path.exists() and read_json(path) == now:
        return
    from tasks.tracking import log_study

    state = log_study(study, settings.tracking, return_state=True)
    if state.is_completed():
        write_json(path, now)
    else:
        get_run_logger().warning("%s is not in MLflow as it stands (%s); the next flow of it tries again", name, state.message)


def state_of(study: Study, conf: TrackingConf) -> dict[str, str]:
    """Where, and what: the same as long as nothing has been done or analysed since."""
    done = [unit for unit in units(study) if unit.done]
    tables = [_text(unit.folder / "COMMITTED.json") for unit in done if unit.kind == "analysis"]
    return {"uri": conf.uri, "done": digest([[unit.name for unit in done], tables])}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
