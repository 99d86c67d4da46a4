"""`python -m tasks.automations`: automations.yaml on the Prefect server, made anew or brought up to date by name."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from prefect.blocks.notifications import CustomWebhookNotificationBlock
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.events.schemas.automations import AutomationCore
from pydantic import ValidationError

from mag.errors import BadInput, MagError

FILE = Path("automations.yaml")
NOTICE_URL = "MAG_NOTICE_URL"
BLOCK = "mag-notice"
NOTICE = "notice"  # type of an action: a notification where there is an address, else nothing (the trigger shows as an event)


def apply(path: Path = FILE) -> list[str]:
    """Send the file's automations; a line for each. Raises BadInput for a file that cannot be used."""
    try:
        rows = yaml.safe_load(path.read_text())["automations"]
        parsed = [AutomationCore.model_validate(_resolved(row, None)) for row in rows]  # before anything is sent
    except (OSError, yaml.YAMLError, KeyError, TypeError, ValidationError) as error:
        raise BadInput(f"{path} cannot be used: {' '.join(str(error).split())[:300]}") from None
    block = _block(os.environ.get(NOTICE_URL, ""))
    if block:
        parsed = [AutomationCore.model_validate(_resolved(row, block)) for row in rows]
    with get_client(sync_client=True) as client:
        return [f"{one.name}: {_send(client, one)}" for one in parsed]


def _send(client: SyncPrefectClient, automation: AutomationCore) -> str:
    known = client.read_automations_by_name(automation.name)
    for further in known[1:]:
        client.delete_automation(further.id)
    if known:
        client.update_automation(known[0].id, automation)
        return "brought up to date"
    client.create_automation(automation)
    return "made"


def _block(url: str) -> str | None:
    """Id of the notification block for this address; None without an address. The server keeps blocks encrypted."""
    if not url:
        return None
    hook = CustomWebhookNotificationBlock(name=BLOCK, url=url, json_data={"text": "{{subject}}\n{{body}}"})
    return str(hook.save(BLOCK, overwrite=True))


def _resolved(row: Mapping[str, Any], block: str | None) -> dict[str, Any]:
    """The automation with its notices as Prefect's actions."""

    def action(given: Mapping[str, Any]) -> Mapping[str, Any]:
        if given["type"] != NOTICE:
            return given
        return {**given, "type": "send-notification", "block_document_id": block} if block else {"type": "do-nothing"}

    return {**row, "actions": [action(given) for given in row["actions"]]}


if __name__ == "__main__":
    try:
        print("\n".join(apply()))
    except MagError as error:
        sys.exit(f"mag: {error}")
    if not os.environ.get(NOTICE_URL):
        print(f"notices are events on the server's page only; set {NOTICE_URL} to a webhook and run this again to be told")
