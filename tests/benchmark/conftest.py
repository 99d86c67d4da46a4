import json

import pytest
from typer.testing import CliRunner

from mag.benchmark.load import OURS_WIDE, Benchmark, import_tasks, load_folder
from mag.benchmark.webarena import NAME
from mag.cli import app
from mag.miniarena.wide import wide_folder
from tests.webarena_file import webarena_file


@pytest.fixture(scope="session")
def webarena(tmp_path_factory) -> Benchmark:
    """WebArena's tasks, imported."""
    home = tmp_path_factory.mktemp("home")
    import_tasks(NAME, webarena_file(), home)
    return load_folder(NAME, home / NAME)


@pytest.fixture(scope="session")
def wide_home(tmp_path_factory):
    """A home in which the wide split has been computed."""
    home = tmp_path_factory.mktemp("wide-home")
    wide_folder(home)
    return home


@pytest.fixture(scope="session")
def wide(wide_home) -> Benchmark:
    """miniarena's wide split."""
    return load_folder(OURS_WIDE, wide_folder(wide_home))


@pytest.fixture
def mag(tmp_path, monkeypatch):
    """`mag ...` in a home and a conf folder of its own: what it printed, or the error it raised."""
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MAG_CONF", str(tmp_path / "conf"))

    def run(*words: object) -> str:
        result = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    return run


@pytest.fixture
def task_file(tmp_path):
    """Write rows to a file and return its path."""

    def write(rows: object, name: str = "tasks.json"):
        path = tmp_path / name
        path.write_text(json.dumps(rows))
        return path

    return write


@pytest.fixture
def row():
    """A task's row in WebArena's schema, with changes."""

    def make(task_id: int = 7, **changes: object) -> dict:
        block = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "3"}, "reference_url": "", "program_html": []}
        return {
            "sites": ["gitlab"],
            "task_id": task_id,
            "require_login": True,
            "storage_state": "./.auth/gitlab_state.json",
            "start_url": "__GITLAB__",
            "geolocation": None,
            "intent_template": "How many {{things}} are there?",
            "instantiation_dict": {"things": "projects"},
            "intent": "How many projects are there?",
            "require_reset": False,
            "eval": {**block, **changes.pop("eval", {})},
            "intent_template_id": 70,
            **changes,
        }

    return make
