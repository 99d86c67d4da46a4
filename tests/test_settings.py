"""Settings: what a file says, what overrides it, and one line for what is wrong."""

from pathlib import Path

import pytest

from mag import constants
from mag.errors import BadInput
from mag.settings import Params, load_params, load_settings

ROOT = Path(__file__).parent.parent


def test_the_shipped_files_are_the_defaults(monkeypatch):
    for name in ("MAG_HOME", "MAG_RUNS", "MAG_CONF"):
        monkeypatch.delenv(name, raising=False)
    settings = load_settings(ROOT / "conf")
    assert (settings.sites.kind, settings.sites.sets, settings.runs.folder) == ("miniarena", constants.ENVIRONMENT_SETS, "runs")
    assert load_params(ROOT / "params.yaml") == Params()


def test_local_files_and_the_environment_override(tmp_path, monkeypatch):
    (tmp_path / "local").mkdir()
    (tmp_path / "sites.yaml").write_text("sets: 2\nbase_port: 9000\n")
    (tmp_path / "local" / "sites.yaml").write_text("sets: 3\n")
    monkeypatch.setenv("MAG_RUNS", "/elsewhere")
    settings = load_settings(tmp_path)
    assert (settings.sites.sets, settings.sites.base_port, settings.runs.folder) == (3, 9000, "/elsewhere")


@pytest.mark.parametrize(
    ("text", "message"), [("polcy: demo", "polcy"), ("samples: few", "samples"), ("- a list", "params.yaml"), ("a: [", "params.yaml")]
)
def test_a_wrong_choice_is_named(tmp_path, text, message):
    path = tmp_path / "params.yaml"
    path.write_text(text)
    with pytest.raises(BadInput, match=message) as caught:
        load_params(path)
    assert "\n" not in str(caught.value)


def test_constants_are_flat_literals_and_recur_nowhere_else():
    names = [name for name in vars(constants) if name.isupper()]
    assert len(names) > 15
    for name in names:
        assert isinstance(getattr(constants, name), int | float | tuple), name
    chosen = {
        *Params.__dataclass_fields__,
        *(line.split(":")[0] for path in ROOT.glob("conf/*.yaml") for line in path.read_text().splitlines()),
    }
    assert not {name.lower() for name in names} & chosen


def test_the_frozen_numbers_are_the_papers():
    assert (
        constants.VIEWPORT_WIDTH,
        constants.VIEWPORT_HEIGHT,
        constants.STEP_BUDGET,
        constants.MENU_LINES,
        constants.MENU_TEXT_CHARS,
    ) == (1440, 900, 25, 130, 80)
    assert (constants.MAX_INPUT_TOKENS, constants.MAX_OUTPUT_TOKENS, constants.GGS_GAMMA, constants.ENVIRONMENT_SETS) == (
        16_000,
        1_024,
        0.4,
        6,
    )
    assert constants.VERBS == ("click", "type", "select", "scroll", "press_enter", "go_back", "finish")
