"""A small real checkpoint and episodes to train it on, built once."""

import pytest
import torch

from mag.train.plain import PlainEngine
from mag.train.render import ProcessorRenderer
from tests.train.small import checkpoint
from tests.train.training import CONF, trajectories


@pytest.fixture
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def base(tmp_path_factory):
    return checkpoint(tmp_path_factory.mktemp("base") / "model")


@pytest.fixture(scope="session")
def renderer(base):
    return ProcessorRenderer.load(base)


@pytest.fixture(scope="session")
def found(tmp_path_factory, renderer):
    return trajectories(tmp_path_factory.mktemp("episodes"), renderer)


@pytest.fixture
def engine(base, one_thread):
    return PlainEngine.load(base, CONF)
