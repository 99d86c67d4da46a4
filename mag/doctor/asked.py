"""What conf/ and params.yaml ask for: it decides which checks must pass on this machine."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mag.doctor.finding import Finding
from mag.errors import MagError
from mag.serve.settings import ServeConf, load_serve
from mag.serve.settings import check as check_serve
from mag.settings import ModelConf, Params, Settings, load_params, load_settings
from mag.train.settings import GrpoConf, load_grpo


@dataclass(frozen=True)
class Asked:
    """The settings as far as they could be read; defaults for those that could not."""

    settings: Settings = field(default_factory=Settings)
    params: Params = field(default_factory=Params)
    serve: ServeConf = field(default_factory=ServeConf)
    training: GrpoConf = field(default_factory=GrpoConf)

    @property
    def model(self) -> ModelConf | None:
        """The entry of conf/models.yaml that params.yaml names as its policy; None for a built-in policy."""
        return self.settings.models.get(self.params.policy)

    @property
    def cuda(self) -> bool:
        """Whether training is to run on a GPU."""
        return self.training.backend == "deepspeed" or self.training.device.startswith("cuda")


def read_asked() -> tuple[Asked, list[Finding]]:
    """All settings, and a line for every file that cannot be used."""
    folder = Path(os.environ.get("MAG_CONF", "conf"))
    findings = []

    def read(load: Callable[[], Any], otherwise: Any) -> Any:
        try:
            return load()
        except MagError as error:
            findings.append(Finding("conf", "broken", str(error)))
            return otherwise

    asked = Asked(
        read(load_settings, Settings()), read(load_params, Params()), read(_serve, ServeConf()), read(lambda: load_grpo(folder), GrpoConf())
    )
    if not findings:
        where = f"{folder}/ as it is" if folder.is_dir() else f"there is no {folder}/, so all defaults"
        findings.append(Finding("conf", "ok", f"{where}; params.yaml asks for policy {asked.params.policy}"))
    return asked, findings


def _serve() -> ServeConf:
    conf = load_serve()
    check_serve(conf)
    return conf
