"""conf/train/grpo.yaml: the paper's values, overridden by local ones, every mistake named."""

from pathlib import Path

import pytest

from mag.errors import BadInput
from mag.settings import load_settings
from mag.train.settings import GrpoConf, load_grpo


def test_the_file_of_the_project_has_the_papers_values():
    conf = load_grpo(Path(__file__).parents[2] / "conf")
    assert conf == GrpoConf()
    assert (conf.rounds, conf.groups, conf.samples, conf.minibatch, conf.lr, conf.grad_clip) == (10, 41, 6, 16, 1e-6, 0.1)  # Table A4


def test_local_values_lie_over_it(tmp_path):
    for folder, text in (("train", "lr: 1e-4\ngroups: 12\n"), ("local/train", "groups: 3\n")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "grpo.yaml").write_text(text)
    assert (load_grpo(tmp_path).lr, load_grpo(tmp_path).groups) == (1e-4, 3)
    assert load_grpo(tmp_path / "nowhere") == GrpoConf()
    load_settings(tmp_path)  # the other conf files do not see it


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("learning_rate: 1\n", "learning_rate"),
        ("lr: fast\n", "lr"),
        ("lr: 0\n", "lr is 0"),
        ("backend: jax\n", "backend is jax"),
        ("a: [\n", "grpo"),
    ],
)
def test_mistakes_are_named(tmp_path, text, named):
    (tmp_path / "train").mkdir()
    (tmp_path / "train/grpo.yaml").write_text(text)
    with pytest.raises(BadInput, match=named):
        load_grpo(tmp_path)
