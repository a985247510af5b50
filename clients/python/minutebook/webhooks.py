"""Verifies that a message of a webhook is from the service: signed recently with the webhook's secret."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Mapping

_PREFIXES = ("webhook", "hook", "x-webhook", "x-hook")
_LEAST_SECRET_BYTES = 24


class WebhookVerificationError(Exception):
    """Do not trust the message; answer with a 4xx."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str] | Iterable[tuple[str, str]],
    secrets: str | Iterable[str],
    *,
    tolerance_seconds: int = 300,
    prefixes: Iterable[str] = _PREFIXES,
) -> dict[str, Any]:
    """Returns the event. `body` is exactly as received; `secrets` are several during a rotation."""
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("verify_webhook needs a secret")
    message_id, timestamp, signatures = _three(headers, prefixes)
    is_number = re.fullmatch(r"[0-9]{1,12}", timestamp)
    if not is_number or abs(int(time.time()) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(f"It was not sent within {tolerance_seconds} s of now")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{timestamp}.".encode() + content
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    # Every pair is compared, so that timing does not reveal which one matches.
    matches = [hmac.compare_digest(given.encode(), own) for given in signatures.split(" ") for own in expected]
    if not any(matches):
        raise WebhookVerificationError("No signature is by a secret of this webhook")
    try:
        return json.loads(content)
    except ValueError:
        raise WebhookVerificationError("The body is not JSON") from None


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    # An empty secret, as from an unset variable, would let everybody sign.
    if len(key) < _LEAST_SECRET_BYTES:
        raise ValueError(f"A secret must be whsec_ and at least {_LEAST_SECRET_BYTES} bytes in base64")
    return key


def _three(headers: Mapping[str, str] | Iterable[tuple[str, str]], prefixes: Iterable[str]) -> tuple[str, str, str]:
    """Those of the first prefix that has all of them. A header with two values is none: which was signed?"""
    found: dict[str, set[str]] = {}
    for name, value in headers.items() if isinstance(headers, Mapping) else headers:
        found.setdefault(name.lower(), set()).add(value)
    for prefix in prefixes:
        values = [found.get(f"{prefix}-{part}", set()) for part in ("id", "timestamp", "signature")]
        if all(len(each) == 1 for each in values):
            message_id, timestamp, signature = (next(iter(each)) for each in values)
            return message_id, timestamp, signature
    raise WebhookVerificationError("It lacks webhook-id, -timestamp or -signature")
