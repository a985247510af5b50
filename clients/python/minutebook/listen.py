"""Events as they happen, over one connection that is opened again whenever it is lost."""

import json
from dataclasses import dataclass
from typing import Any, Iterable, Iterator

import httpx

from .connection import Connection, MinutebookError, is_temporary, pause

# The service sends a sign every 15 seconds.
_SILENCE_SECONDS = 60


@dataclass(frozen=True)
class StreamEvent:
    """`id` resumes after this event. `event` is None if some may be missing: the connection was away for too long."""

    id: str
    event: dict[str, Any] | None


def listen(connection: Connection, enabled_events: Iterable[str], last_event_id: str) -> Iterator[StreamEvent]:
    names = ",".join(enabled_events)
    params = {"enabled_events": names} if names else {}
    failures = 0
    while True:
        error: Exception | None = None
        headers = {"accept": "text/event-stream", "last-event-id": last_event_id}
        timeout = httpx.Timeout(30, read=_SILENCE_SECONDS)
        try:
            with connection.http.stream("GET", "/api/v1/events", params=params, headers=headers, timeout=timeout) as answer:
                if not answer.is_success:
                    answer.read()
                    raise MinutebookError(answer)
                for kind, event_id, data in _read(answer.iter_lines()):
                    failures = 0
                    # A sign that the connection lives has an id too.
                    last_event_id = event_id or last_event_id
                    if data:
                        yield StreamEvent(last_event_id, None if kind == "gap" else json.loads(data))
        except (httpx.TransportError, MinutebookError) as lost:
            if not is_temporary(lost):
                raise
            error = lost
        failures += 1
        pause(failures, error)


def _read(lines: Iterator[str]) -> Iterator[tuple[str, str, str]]:
    """Kind, id and data of each event; an event that is not complete at the end is dropped."""
    fields: dict[str, str] = {}
    for line in lines:
        if line == "":
            yield fields.get("event", ""), fields.get("id", ""), fields.get("data", "")
            fields = {}
            continue
        name, _, value = line.partition(":")
        fields[name] = value.removeprefix(" ")
