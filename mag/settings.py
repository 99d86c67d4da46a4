"""Where and on what it runs: conf/*.yaml, conf/local/*.yaml over it, MAG_* variables for the folders. Unknown keys are errors."""

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, cast

from omegaconf import ListConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from mag.errors import BadInput

ELSEWHERE = ("serve", "train")  # files of conf/ that the packages of these names read themselves


@dataclass
class RemoteConf:
    """One remote set of conf/sites.yaml."""

    urls: dict[str, str] = field(default_factory=dict)
    reset: str = ""  # address of the set's reset server, or "none"
    snapshot: str = "remote"  # name of the data it holds after a reset
    accounts: dict[str, str] = field(default_factory=dict)  # site -> name of the environment variable with user:password


@dataclass
class SitesConf:
    """conf/sites.yaml"""

    kind: str = "miniarena"  # miniarena, compose or remote
    stack: str = "miniarena"  # which applications a compose or remote set runs: miniarena or webarena
    sets: int = 6
    base_port: int = 7700
    home: str = ".mag"  # snapshots and running sets
    compose_file: str = "docker-compose.yml"
    remote: list[RemoteConf] = field(default_factory=list)


@dataclass
class BenchmarkConf:
    """conf/benchmark.yaml"""

    name: str = "miniarena"
    split: str = ""  # path of a split file; "" for the benchmark's own; "wide" or "deep" for miniarena's large ones


@dataclass
class TrackingConf:
    """conf/tracking.yaml"""

    uri: str = "sqlite:///mlflow.db"
    artifacts: str = "mlartifacts"
    experiment: str = "mag/eval"


@dataclass
class RunsConf:
    """conf/runs.yaml"""

    folder: str = "runs"


@dataclass
class JudgeConf:
    """conf/judge.yaml"""

    model: str = "gpt-5.5"
    base_url: str = "https://api.openai.com/v1"
    key_variable: str = "OPENAI_API_KEY"
    effort: str = "low"
    reply_tokens: int = 1024
    structured: bool = False
    in_flight: int = 16
    timeout_s: float = 60.0
    attempts: int = 6
    store: str = ".mag/judge"


@dataclass
class ModelConf:
    """One entry of conf/models.yaml: `--policy NAME` puts it on the benchmark."""

    client: str = "served"  # openai, anthropic, gemini, served (any OpenAI-compatible server), local (a checkpoint folder, transformers)
    model: str = ""  # the provider's id; for local, the folder
    base_url: str = ""  # "": the provider's own
    key_variable: str = ""  # environment variable the key is in; "": none is needed
    effort: str = ""  # of reasoning; "": not sent
    temperature: float | None = None  # null: not sent
    top_p: float | None = None
    max_output_tokens: int = 1024
    structured: bool = False  # grammar-constrained decoding by the contract's schema
    in_flight: int = 8  # requests at once, over all episodes
    timeout_s: float = 120.0  # for one request
    attempts: int = 6  # requests for one completion, where the provider fails or does not answer
    price: str = ""  # entry of conf/prices.yaml; "": the one of the model's id
    options: dict[str, str] = field(default_factory=dict)  # of one client only: image detail, device, dtype, ...


@dataclass
class PriceConf:
    """What a model costs from a day on, in USD per million tokens."""

    since: str = ""  # ISO date
    input: float = 0.0
    output: float = 0.0
    cached: float | None = None  # input read from the prompt cache; null: as other input
    batch: float = 1.0  # share of the price in batch mode
    source: str = ""  # where the price was read


@dataclass
class ChampionConf:
    """conf/champion.yaml: what mag/nightly-eval rolls every night."""

    policy: str = "demo"  # as for `mag sweep`; a checkpoint is an entry of conf/models.yaml
    digest: str = ""  # of a local entry's checkpoint; "": whatever lies there
    run: str = "nightly"
    grounding: str = "som"
    contract: str = "full"
    benchmark: str = "miniarena-wide"
    part: str = "validation"
    limit: int = 24  # tasks, spread over the part; always the same ones
    samples: int = 1
    seed: int = 0


@dataclass
class ComputeConf:
    """conf/compute.yaml"""

    hours: dict[str, float] = field(default_factory=dict)  # by kind of unit: what runs longer is ended as hung
    other_hours: float = 24.0  # of kinds that `hours` does not name


@dataclass
class Settings:
    """One field a file of conf/."""

    sites: SitesConf = field(default_factory=SitesConf)
    benchmark: BenchmarkConf = field(default_factory=BenchmarkConf)
    tracking: TrackingConf = field(default_factory=TrackingConf)
    runs: RunsConf = field(default_factory=RunsConf)
    champion: ChampionConf = field(default_factory=ChampionConf)
    compute: ComputeConf = field(default_factory=ComputeConf)
    judge: JudgeConf = field(default_factory=JudgeConf)
    models: dict[str, ModelConf] = field(default_factory=dict)
    prices: dict[str, list[PriceConf]] = field(default_factory=dict)


def load_settings(folder: Path | None = None) -> Settings:
    """Settings from a conf folder (MAG_CONF, else ./conf; the defaults where it has no such file)."""
    folder = folder or Path(os.environ.get("MAG_CONF", "conf"))
    settings = OmegaConf.structured(Settings)
    for path in [*sorted(folder.glob("*.yaml")), *sorted(folder.glob("local/*.yaml"))]:
        if path.stem in ELSEWHERE:
            continue
        try:
            settings = OmegaConf.merge(settings, {path.stem: _typed(path.stem, OmegaConf.load(path))})
        except (OmegaConfBaseException, ValueError, OSError, YAMLError) as error:
            raise BadInput(f"{path} cannot be used: {_first_line(error)}; correct that line or remove it") from None
    loaded = cast(Settings, OmegaConf.to_object(settings))
    if home := os.environ.get("MAG_HOME"):
        loaded.sites.home, loaded.judge.store = home, str(Path(home) / "judge")
    loaded.runs.folder = os.environ.get("MAG_RUNS", loaded.runs.folder)
    if not 1 <= loaded.sites.sets <= 64:
        raise BadInput(f"sites.sets is {loaded.sites.sets}; give a number from 1 to 64")
    return loaded


def _typed(name: str, loaded: Any) -> Any:
    """Prices as PriceConf: OmegaConf checks no items of lists inside dictionaries."""
    if name != "prices":
        return loaded
    if not all(isinstance(entries, ListConfig) for entries in loaded.values()):
        raise ValueError("every model has a list of prices, each starting with `- since:`")
    return {
        model: [OmegaConf.to_object(OmegaConf.merge(OmegaConf.structured(PriceConf), one)) for one in rows]
        for model, rows in loaded.items()
    }


@dataclass
class Params:
    """params.yaml: the choice of experiment: a study for `dvc repro`, and a sweep."""

    study: str = "miniature"
    run: str = "default"
    policy: str = "demo"
    grounding: str = "som"
    contract: str = "full"
    part: str = "all"
    samples: int = 1
    seed: int = 0
    budget: float | None = None
    cache: bool = False

    @property
    def sweep(self) -> dict[str, Any]:
        """What a sweep is called with."""
        return {own.name: getattr(self, own.name) for own in fields(self) if own.name != "study"}


def load_params(path: Path = Path("params.yaml")) -> Params:
    """The choice of experiment; the defaults where there is no file."""
    if not path.exists():
        return Params()
    try:
        return cast(Params, OmegaConf.to_object(OmegaConf.merge(OmegaConf.structured(Params), OmegaConf.load(path))))
    except (OmegaConfBaseException, ValueError, OSError, YAMLError) as error:
        raise BadInput(f"{path} cannot be used: {_first_line(error)}; correct that line or remove it") from None


def _first_line(error: Exception) -> str:
    key = getattr(error, "full_key", None)
    text = " ".join(str(error).split("\n    full_key")[0].split())[:200]
    return f"{key}: {text}" if key else text
