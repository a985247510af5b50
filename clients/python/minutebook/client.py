"""The client of one service, with a key."""

from functools import cached_property
from typing import Any, BinaryIO, Iterable, Iterator

import httpx

from .connection import Connection
from .follow import ChangeBatch, follow
from .listen import StreamEvent, listen
from .upload import submit, upload_file, wait_until_done


class Minutebook:
    """`transport` is for tests and proxies, as httpx has it."""

    def __init__(self, url: str, key: str, *, transport: httpx.BaseTransport | None = None) -> None:
        self._url, self._key = url, key
        self._connection = Connection(url, key, transport)

    @cached_property
    def api(self) -> Any:
        """The client for the functions of `minutebook.generated.api`."""
        from .generated.client import AuthenticatedClient

        return AuthenticatedClient(
            base_url=self._url,
            token=self._key,
            prefix="",
            auth_header_name="X-API-KEY",
            headers={"X-Minutebook-Profile": "none"},
        )

    def upload(self, file: BinaryIO, *, title: str, wait: bool = False, **fields: Any) -> str:
        """Sends media and resumes after a lost connection. `filename` and `filetype` are fields too.

        Returns the recording id; with `wait` once the recording exists, or raises `UploadFailed`.
        """
        return self._done(upload_file(self._connection, file, {"title": title, **fields}), wait)

    def submit(self, *, title: str, wait: bool = False, **fields: Any) -> str:
        """The same for a `transcript`, or for media at a `url`."""
        return self._done(submit(self._connection, {"title": title, **fields}), wait)

    def follow(self, cursor: str | None = None, *, kinds: Iterable[str] = (), copy: bool = True) -> Iterator[ChangeBatch]:
        """Everything that the key sees, then every change. Store the cursor of a batch once it is applied."""
        return follow(self._connection, cursor, kinds, copy)

    def listen(self, enabled_events: Iterable[str] = (), *, last_event_id: str = "") -> Iterator[StreamEvent]:
        """Events as they happen, over lost connections. Without names those of an empty list of a webhook."""
        return listen(self._connection, enabled_events, last_event_id)

    def close(self) -> None:
        self._connection.http.close()

    def __enter__(self) -> "Minutebook":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _done(self, recording_id: str, wait: bool) -> str:
        if wait:
            wait_until_done(self._connection, recording_id)
        return recording_id
