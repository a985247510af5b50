"""Uploads: files by the tus protocol, version 1.0.0; transcripts and addresses in one request."""

import base64
import json
import os
import time
import uuid
from typing import Any, BinaryIO

import httpx

from .connection import Connection, MinutebookError, UploadFailed, is_temporary, pause, retrying

_PATH = "/api/v1/recordings/upload"
_TUS = {"tus-resumable": "1.0.0"}
_PIECE_BYTES = 8 * 1_048_576
_TIMEOUT_SECONDS = 300
_WAIT_SECONDS = 30
_MAX_FAILURES = 20


def submit(connection: Connection, fields: dict[str, Any]) -> str:
    """Retried with the same key, so that it creates no second recording."""
    headers = {"idempotency-key": str(uuid.uuid4())}
    return retrying(lambda: connection.send("POST", _PATH, json=fields, headers=headers)).json()["recording_id"]


def upload_file(connection: Connection, file: BinaryIO, fields: dict[str, Any]) -> str:
    """If it fails, the unfinished upload is deleted. The file must be seekable."""
    size = file.seek(0, os.SEEK_END)
    headers = {**_TUS, "upload-length": str(size), "upload-metadata": _metadata(fields)}
    made = retrying(lambda: connection.send("POST", f"{_PATH}/tus", headers=headers))
    # Only the id, so that the key is sent to the configured service alone.
    recording_id = made.headers["location"].rsplit("/", 1)[-1]
    path = f"{_PATH}/tus/{recording_id}"
    try:
        _send_pieces(connection, path, file, size)
    except BaseException:
        try:
            connection.send("DELETE", path, headers=_TUS, timeout=5)
        except (httpx.HTTPError, MinutebookError):
            pass
        raise
    return recording_id


def _send_pieces(connection: Connection, path: str, file: BinaryIO, size: int) -> None:
    offset = failures = 0
    while True:
        file.seek(offset)
        headers = {**_TUS, "content-type": "application/offset+octet-stream", "upload-offset": str(offset)}
        try:
            answer = connection.send(
                "PATCH", path, headers=headers, content=file.read(_PIECE_BYTES), timeout=_TIMEOUT_SECONDS
            )
            failures = 0
        except (httpx.TransportError, MinutebookError) as error:
            failures += 1
            # A proxy may have sent the piece twice.
            is_conflict = isinstance(error, MinutebookError) and error.status == 409
            if not (is_conflict or is_temporary(error)) or failures > _MAX_FAILURES:
                raise
            pause(failures, error)
            answer = retrying(lambda: connection.send("HEAD", path, headers=_TUS))
        offset = int(answer.headers["upload-offset"])
        if offset == size:
            return


def wait_until_done(connection: Connection, recording_id: str) -> None:
    path = f"{_PATH}/{recording_id}?wait={_WAIT_SECONDS}"
    while True:
        upload = retrying(lambda: connection.send("GET", path, timeout=_WAIT_SECONDS + 30)).json()["upload"]
        if upload["status"] == "SUCCESS":
            return
        if upload["status"] == "FAILED":
            raise UploadFailed(recording_id, upload["failure_reason"] or "The upload failed")
        # In case the service answers without waiting.
        time.sleep(1)


def _metadata(fields: dict[str, Any]) -> str:
    """Names with their values in Base64; what is no text is JSON."""
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items() if value is not None}
    return ",".join(f"{name} {base64.b64encode(text.encode()).decode()}" for name, text in texts.items())
