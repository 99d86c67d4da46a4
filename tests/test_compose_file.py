"""docker-compose.yml: nothing listens beyond loopback, and the stack tells when it is well."""

import re
from pathlib import Path

import pytest
import yaml

FILE = yaml.safe_load(Path("docker-compose.yml").read_text())
SERVICES = FILE["services"]
STACK = sorted(name for name, service in SERVICES.items() if service["profiles"] == ["stack"])
INSIDE = re.compile(r"\$\{[A-Z_]+:-([^}]*)\}")


def plain(text):
    """With every variable's default; one without a default would show."""
    return INSIDE.sub(r"\1", text)


def test_every_published_port_is_on_loopback():
    published = [(name, plain(port)) for name, service in SERVICES.items() for port in service.get("ports", ())]
    assert len(published) >= 12 + 6 + 2
    for name, port in published:
        assert re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port), f"{name} publishes {port}"
    assert not [name for name, service in SERVICES.items() if service.get("network_mode") == "host"]


def test_the_stack_has_its_four_services_each_with_a_health_check():
    assert STACK == ["mlflow", "postgres", "prefect", "worker"]
    for name in STACK:
        assert SERVICES[name]["healthcheck"]["test"][0] == "CMD", name
    assert not SERVICES["postgres"].get("ports"), "the database is the other containers' only"
    assert not SERVICES["worker"]["ports"]


@pytest.mark.parametrize("name", STACK)
def test_what_the_stack_keeps_and_waits_for(name):
    service = SERVICES[name]
    for volume in service.get("volumes", ()):
        source = volume.split(":")[0]
        assert source in FILE["volumes"] or Path(source).exists(), f"{name} mounts {source}"
    for other, how in service.get("depends_on", {}).items():
        assert how == {"condition": "service_healthy"}
        assert other in STACK


def test_the_image_has_every_file_that_its_commands_read():
    kept = Path(".dockerignore").read_text()
    recipe = Path("containers/pipeline.Dockerfile").read_text()
    for name in ("prefect.yaml", "automations.yaml", "params.yaml", "flows", "tasks", "conf", "mag"):
        assert f"!{name}\n" in kept, f"{name} does not reach the build"
        assert re.search(rf"^COPY (.* )?{re.escape(name)} ", recipe, re.MULTILINE), f"{name} is not copied"
