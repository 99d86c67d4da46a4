"""Prefect, MLflow and vLLM: whether they answer where they are expected, and answer nobody else."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from mag.doctor.asked import Asked
from mag.doctor.finding import Finding, lacking

ANSWER_S = 2.0
LISTENING = "0A"  # state of a socket in /proc/net/tcp
# addresses as the kernel writes them, a word at a time in its byte order: 127.x.y.z, ::1, ::ffff:127.x.y.z
LOOPBACK = re.compile("[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F")


@dataclass(frozen=True, slots=True)
class Service:
    """A server of ours: its address, the path that tells it from others, and the command that starts it."""

    name: str
    url: str
    path: str
    start: str
    needed: bool


def expected(asked: Asked) -> list[Service]:
    """The services of this machine's conf, wherever they run."""
    prefect, uri, model = os.environ.get("PREFECT_API_URL", ""), asked.settings.tracking.uri, asked.model
    local = f"http://127.0.0.1:{asked.serve.port}"
    served = urlsplit(model.base_url) if model and model.client == "served" else None
    return [
        Service("prefect", prefect.removesuffix("/api") or "http://127.0.0.1:4200", "/api/health", "make server", bool(prefect)),
        Service(
            "mlflow",
            uri if "://" in uri and uri.startswith("http") else "http://127.0.0.1:5000",
            "/health",
            "make mlflow",
            uri.startswith("http"),
        ),
        Service(
            "vllm server", f"{served.scheme}://{served.netloc}" if served else local, "/v1/models", "mag serve CHECKPOINT", bool(served)
        ),
    ]


def answering(asked: Asked) -> Iterator[Finding]:
    """Which of them answer; those that must are broken when they do not, and so is one that strangers can use."""
    open_ports = listening_beyond_loopback()
    for service in expected(asked):
        status = _status(service.url + service.path)
        parts = urlsplit(service.url)
        if status is None:
            yield lacking(service.name, service.needed, f"nothing answers at {service.url}", service.start)
        elif status == 200 and parts.port in open_ports and parts.hostname in ("127.0.0.1", "localhost"):
            text = f"answers anybody who can reach port {parts.port} of this machine, and asks for no key"
            yield Finding(service.name, "broken", text, f"stop it and start it on 127.0.0.1: {service.start}")
        elif status in (200, 401, 403):
            yield Finding(service.name, "ok", f"answers at {service.url}{'' if status == 200 else ', and asks for a key'}")
        else:
            yield lacking(
                service.name,
                service.needed,
                f"{service.url} answers with status {status}; another program may have the port",
                service.start,
            )


def tracking(asked: Asked) -> list[Finding]:
    """A store of MLflow on this disk can be written."""
    uri = asked.settings.tracking.uri
    if not uri.startswith("sqlite:///"):
        return []
    path = Path(uri.removeprefix("sqlite:///")).absolute()
    if os.access(path if path.exists() else path.parent, os.W_OK):
        return [Finding("tracking", "ok", f"{uri}, {'there' if path.exists() else 'made at the first sweep'}")]
    return [Finding("tracking", "broken", f"{path} cannot be written", "name another uri in conf/tracking.yaml")]


def _status(url: str) -> int | None:
    try:
        return httpx.get(url, timeout=ANSWER_S, trust_env=False).status_code
    except (httpx.HTTPError, httpx.InvalidURL):
        return None


def listening_beyond_loopback() -> set[int]:
    """Ports of this machine that something listens on at any other address than loopback (Linux; elsewhere none are known)."""
    tables = [path.read_text() for path in map(Path, ("/proc/net/tcp", "/proc/net/tcp6")) if path.exists()]
    return {port for table in tables for port in beyond_loopback(table)}


def beyond_loopback(table: str) -> set[int]:
    """The same of one of the kernel's tables."""
    ports = set()
    for row in (line.split() for line in table.splitlines()[1:]):
        address, _, port = row[1].partition(":")
        if row[3] == LISTENING and not LOOPBACK.fullmatch(address):
            ports.add(int(port, 16))
    return ports
