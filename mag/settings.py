"""Where and on what it runs: conf/*.yaml, conf/local/*.yaml over it, MAG_* variables for the folders. Unknown keys are errors."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from mag.errors import BadInput


@dataclass
class SitesConf:
    """conf/sites.yaml"""

    kind: str = "miniarena"
    sets: int = 6
    base_port: int = 7700
    home: str = ".mag"  # snapshots and running sets


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
class Settings:
    """One field a file of conf/."""

    sites: SitesConf = field(default_factory=SitesConf)
    tracking: TrackingConf = field(default_factory=TrackingConf)
    runs: RunsConf = field(default_factory=RunsConf)


def load_settings(folder: Path | None = None) -> Settings:
    """Settings from a conf folder (MAG_CONF, else ./conf; the defaults where it has no such file)."""
    folder = folder or Path(os.environ.get("MAG_CONF", "conf"))
    settings = OmegaConf.structured(Settings)
    for path in [*sorted(folder.glob("*.yaml")), *sorted(folder.glob("local/*.yaml"))]:
        try:
            settings = OmegaConf.merge(settings, {path.stem: OmegaConf.load(path)})
        except (OmegaConfBaseException, ValueError, OSError, YAMLError) as error:
            raise BadInput(f"{path} cannot be used: {_first_line(error)}; correct that line or remove it") from None
    loaded = cast(Settings, OmegaConf.to_object(settings))
    loaded.sites.home = os.environ.get("MAG_HOME", loaded.sites.home)
    loaded.runs.folder = os.environ.get("MAG_RUNS", loaded.runs.folder)
    if not 1 <= loaded.sites.sets <= 64:
        raise BadInput(f"sites.sets is {loaded.sites.sets}; give a number from 1 to 64")
    return loaded


@dataclass
class Params:
    """params.yaml: the choice of experiment."""

    run: str = "default"
    policy: str = "demo"
    grounding: str = "som"
    contract: str = "full"
    part: str = "all"
    samples: int = 1
    seed: int = 0


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
