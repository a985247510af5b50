"""What changes for the owner of the key, as it changes."""

import time
from dataclasses import dataclass
from typing import Any, Iterable, Iterator

import httpx

from .connection import Connection, MinutebookError, is_temporary, pause

# The most that the service allows.
_WAIT_SECONDS = 30


@dataclass(frozen=True)
class ChangeBatch:
    """`has_more`: more changes exist already."""

    changes: list[dict[str, Any]]
    cursor: str
    has_more: bool


def follow(connection: Connection, cursor: str | None, kinds: Iterable[str], copy: bool) -> Iterator[ChangeBatch]:
    """Never ends. An error with status 410 says that the cursor is too old: begin again without one."""
    asked: dict[str, Any] = {"wait": 0, "cursor": cursor, "kinds": ",".join(kinds) or None}
    if not copy:
        asked["copy"] = "false"
    is_first, failures = True, 0
    while True:
        params = {name: value for name, value in asked.items() if value is not None}
        try:
            answer = connection.send("GET", "/api/v1/changes", params=params, timeout=_WAIT_SECONDS + 30).json()
        except (httpx.TransportError, MinutebookError) as error:
            if not is_temporary(error):
                raise
            failures += 1
            pause(failures, error)
            continue
        failures = 0
        page, changes = answer["page_info"], answer["data"]
        if is_first or changes or page["cursor"] != asked["cursor"]:
            yield ChangeBatch(changes, page["cursor"], page["has_more"])
        if not is_first and not changes and not page["has_more"]:
            # In case the service answers without waiting.
            time.sleep(1)
        asked.update(cursor=page["cursor"], wait=_WAIT_SECONDS)
        is_first = False
