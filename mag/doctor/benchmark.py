"""The benchmark, its sites, and the models and judges that conf asks for."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from mag.benchmark.load import SHIPPED, load_benchmark
from mag.choice import BUILT_IN, check_sites
from mag.doctor.asked import Asked
from mag.doctor.finding import Finding, lacking
from mag.errors import BadInput, MagError, Transient
from mag.locks import holder
from mag.models.prices import Prices
from mag.settings import ModelConf
from mag.sites.base import EnvironmentSet
from mag.sites.engine import find_engine
from mag.sites.kinds import Kind, kind_of
from mag.sites.miniarena import PORTS_PER_SET, running


def tasks(asked: Asked) -> list[Finding]:
    """The tasks can be read, and the sites are the ones they ask about."""
    try:
        found = load_benchmark(settings=asked.settings)
        check_sites(found, asked.settings.sites)
    except MagError as error:
        return [Finding("benchmark", "broken", str(error))]
    return [Finding("benchmark", "ok", f"{found.name}, {len(found.tasks)} tasks")]


def sites(asked: Asked) -> Iterator[Finding]:
    """Sets that are up are well; others can be started."""
    conf = asked.settings.sites
    try:
        kind = kind_of(conf)
        if conf.kind == "compose":
            yield Finding("containers", "ok", " ".join(find_engine().compose))
        up = kind.found()
    except MagError as error:
        yield Finding("sites", "broken", str(error))
        return
    for item in up:
        yield _set(kind, item)
    if not up:
        yield Finding("sites", "ok", f"no set is up; a sweep starts {conf.sets} of its own ({conf.kind})")
    if conf.kind == "miniarena":
        yield _ports(conf.base_port, conf.sets, {port for item in running(Path(conf.home)) for port in item.ports.values()})


def _set(kind: Kind, item: EnvironmentSet) -> Finding:
    check, user = f"set {item.number}", holder(kind.lock(item.number))
    using = f"in use by process {user}" if user else "free"
    try:
        asyncio.run(item.health())
    except Transient as error:
        return Finding(check, "warning" if user else "broken", f"{error} ({using})", "mag sites reset")
    return Finding(check, "ok", f"all its sites serve, {using}")


def _ports(first: int, sets: int, own: set[int]) -> Finding:
    """The ports that `mag sites up` publishes sets on."""
    last = first + PORTS_PER_SET * sets - 1
    taken = [port for port in range(first, last + 1) if port not in own and not _free(port)]
    if taken:
        text = f"{', '.join(map(str, taken[:5]))} of {first}-{last} taken by other programs, `mag sites up` would fail there"
        return Finding("ports", "warning", text, "name another base_port in conf/sites.yaml")
    return Finding("ports", "ok", f"{first}-{last} for `mag sites up`")


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def models(asked: Asked) -> Iterator[Finding]:
    """Every entry of conf/models.yaml: whether its key is set (never what it is), its folder there, its price known."""
    policy = asked.params.policy
    if policy.partition(":")[0] not in BUILT_IN and asked.model is None:
        known = ", ".join(asked.settings.models) or "none"
        yield Finding("policy", "broken", f"params.yaml asks for {policy}, conf/models.yaml has {known}", "correct one of the two")
    for name, conf in asked.settings.models.items():
        yield _model(name, conf, name == policy, asked)


def _model(name: str, conf: ModelConf, needed: bool, asked: Asked) -> Finding:
    check = f"model {name}"
    if conf.client == "local":
        if (Path(conf.model) / "config.json").exists():
            return Finding(check, "ok", f"checkpoint {conf.model}")
        return lacking(
            check, needed, f"there is no checkpoint in {conf.model}", "mag train tiny-base, or name another folder in conf/models.yaml"
        )
    if conf.key_variable and not os.environ.get(conf.key_variable):
        return lacking(check, needed, f"the variable {conf.key_variable} is not set", f"export {conf.key_variable}=...")
    key = f"{conf.key_variable} is set" if conf.key_variable else "needs no key"
    try:
        priced = Prices.of(conf, asked.settings.prices).now() is not None
    except BadInput as error:
        return Finding(check, "warning", str(error))
    if conf.key_variable and not priced:
        return Finding(check, "warning", f"{key}, and no price is known today: no --budget can hold", "add one to conf/prices.yaml")
    return Finding(check, "ok", key)


def judge(asked: Asked) -> list[Finding]:
    """The model that rules on meaning, where tasks bring no phrasings of their own."""
    conf, needed = asked.settings.judge, asked.settings.benchmark.name not in SHIPPED
    if conf.key_variable and not os.environ.get(conf.key_variable):
        fix = f"export {conf.key_variable}=..., or drain the questions elsewhere (`mag judge merge`)"
        text = f"the variable {conf.key_variable} is not set, so questions would wait in the run's folder"
        return [Finding("judge", "warning" if needed else "absent", text, fix)]
    return [Finding("judge", "ok", f"{conf.model}; {f'{conf.key_variable} is set' if conf.key_variable else 'needs no key'}")]
