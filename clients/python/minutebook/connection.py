"""Requests to one service: errors of answers, and when a request is tried again."""

import time
from typing import Any, Callable, TypeVar

import httpx

_PAUSES_SECONDS = (1, 2, 5, 10)
_LONGEST_PAUSE_SECONDS = 3600
# Three minutes without any success.
_MAX_FAILURES = 20

Result = TypeVar("Result")


class MinutebookError(Exception):
    """The answer is not a success. `code` is a word for programs, `errors` names the invalid fields."""

    def __init__(self, response: httpx.Response) -> None:
        try:
            failure = response.json()
            message = failure["message"]
        except (ValueError, KeyError, TypeError):
            failure, message = None, f"{response.status_code} {response.reason_phrase}, not by Minutebook"
        super().__init__(message)
        self.status = response.status_code
        self.code = failure and failure.get("code")
        self.errors = (failure or {}).get("errors", [])
        self.request_id = response.headers.get("x-request-id")
        seconds = response.headers.get("retry-after", "")
        self.retry_after_seconds = int(seconds) if seconds.isdecimal() else None
        away = self.status == 500 or (self.status > 500 and failure is None)
        self.is_temporary = away or bool(seconds) or self.status in (408, 423)


class UploadFailed(Exception):
    """No recording could be created from an upload; the message says why."""

    def __init__(self, recording_id: str, reason: str) -> None:
        super().__init__(reason)
        self.recording_id = recording_id


class Connection:
    """A redirect is an error: it would send the key to its target."""

    def __init__(self, url: str, key: str, transport: httpx.BaseTransport | None = None) -> None:
        # The types are the contract's, also in a workspace with the hosted profile.
        headers = {"X-API-KEY": key, "X-Minutebook-Profile": "none"}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=30, transport=transport)

    def send(self, method: str, path: str, **more: Any) -> httpx.Response:
        response = self.http.request(method, path, **more)
        if not response.is_success:
            raise MinutebookError(response)
        return response


def is_temporary(error: Exception) -> bool:
    """Errors without an answer are lost connections."""
    return isinstance(error, httpx.TransportError) or (isinstance(error, MinutebookError) and error.is_temporary)


def pause(failures: int, error: Exception | None) -> None:
    """`failures`: in a row, 1 for the first."""
    asked = error.retry_after_seconds if isinstance(error, MinutebookError) else None
    usual = _PAUSES_SECONDS[min(failures, len(_PAUSES_SECONDS)) - 1]
    time.sleep(usual if asked is None else min(max(asked, 1), _LONGEST_PAUSE_SECONDS))


def retrying(attempt: Callable[[], Result]) -> Result:
    """For requests that may be sent twice."""
    failures = 0
    while True:
        try:
            return attempt()
        except (httpx.TransportError, MinutebookError) as error:
            failures += 1
            if not is_temporary(error) or failures > _MAX_FAILURES:
                raise
            pause(failures, error)
