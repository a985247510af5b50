"""The client for Minutebook: every operation in `minutebook.generated`, and helpers for what takes several requests."""

from .connection import MinutebookError, UploadFailed
from .client import Minutebook
from .listen import StreamEvent
from .follow import ChangeBatch
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "ChangeBatch",
    "Minutebook",
    "MinutebookError",
    "StreamEvent",
    "UploadFailed",
    "WebhookVerificationError",
    "verify_webhook",
]
