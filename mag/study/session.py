"""What consecutive units share so as not to start it anew each time: tasks, environment sets, an engine, the lock of a training run."""

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from mag.benchmark.load import Benchmark, load_benchmark
from mag.choice import check_sites
from mag.settings import Settings, load_settings
from mag.sites.base import EnvironmentSet
from mag.sites.pool import environment_sets
from mag.study.choose import engine_conf, frame_of, training_of
from mag.study.conf import Study
from mag.study.units import Of
from mag.study.watch import Watch
from mag.train.checkpoint import agree
from mag.train.grpo import Loop, step_of
from mag.train.plan import Training, started
from mag.train.rollouts import Batch, roll_batch
from mag.train.sampler import Sampler, make_sampler


@dataclass
class Live:
    """Sites and engine, up."""

    grounding: str
    sets: list[EnvironmentSet]
    sampler: Sampler
    runner: "asyncio.Runner"


@dataclass
class Session:
    """Opens what is asked for when it is asked for. A context manager; `close` lets go of all that is up, and can be used again after."""

    study: Study
    watch: Watch
    _up: ExitStack = field(default_factory=ExitStack)
    _live: Live | None = None
    _training: tuple[Of, Training, ExitStack] | None = None

    @cached_property
    def settings(self) -> Settings:
        """conf/, with the study's number of sets."""
        settings = load_settings()
        settings.sites.sets = self.study.conf.sets or settings.sites.sets
        return settings

    @cached_property
    def benchmark(self) -> Benchmark:
        """The study's."""
        found = load_benchmark(self.study.conf.benchmark, Path(self.study.conf.split) if self.study.conf.split else None, self.settings)
        check_sites(found, self.settings.sites)
        return found

    def live(self, grounding: str) -> Live:
        """Sites, and an engine that has the SFT checkpoint of this grounding open."""
        if self._live is None or self._live.grounding != grounding:
            self.close()
            with ExitStack() as opened:
                sets = opened.enter_context(environment_sets(self.settings.sites))
                runner = opened.enter_context(asyncio.Runner())
                sampler = make_sampler(engine_conf(self.study), self.study.run(grounding) / "sft" / "weights")
                runner.run(_opened(sampler))
                opened.callback(lambda: runner.run(sampler.__aexit__(None, None, None)))
                self._live = Live(grounding, sets, sampler, runner)
                self._up = opened.pop_all()
        return self._live

    def training(self, of: Of) -> Training:
        """The training run of an arm and a seed, held until another one is asked for."""
        own = Of(of.grounding, of.arm, of.seed)
        if self._training is None or self._training[0] != own:
            self._let_go()
            training = training_of(self.study, self.benchmark, self.settings, own)
            holding = ExitStack()
            holding.enter_context(started(training))
            self._training = own, training, holding
        return self._training[1]

    def loop(self, of: Of) -> Loop:
        """The training run with sites and engine at hand."""
        live, training = self.live(of.grounding), self.training(of)
        return Loop(training, live.sampler, live.sets, self.watch.episode, step_of(training.conf))

    def roll(self, grounding: str, batch: Batch, weights: Path) -> None:
        """Roll what a folder lacks with these weights."""
        live, run = self.live(grounding), batch.folder.parent.parent
        frame = frame_of(self.study, self.benchmark, self.settings, run, grounding)

        async def rolled() -> None:
            agree(weights, await live.sampler.serve(weights))
            policy = batch.policy(live.sampler.client(), engine_conf(self.study), self.settings)
            await roll_batch(frame, batch, policy, live.sets, self.watch.episode)

        live.runner.run(rolled())

    def wait(self, grounding: str, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something asynchronous while sites and engine are up."""
        return self.live(grounding).runner.run(work)

    def close(self) -> None:
        """Sites, engine and lock are let go of."""
        self._let_go()
        self._live = None
        self._up.close()

    def _let_go(self) -> None:
        if self._training is not None:
            self._training[2].close()
            self._training = None

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


async def _opened(sampler: Sampler) -> None:
    await sampler.__aenter__()
