"""What schemathesis cannot read in openapi.json: two formats, one media type, and which refusals are about meaning."""

import os
import re
from datetime import date, datetime
from itertools import count
from urllib.request import urlopen

import schemathesis
from hypothesis import strategies as st

days = st.dates(min_value=date(1970, 1, 1)).map(str)
times = st.datetimes(min_value=datetime(1970, 1, 1)).map(lambda time: time.isoformat(timespec="seconds"))
offsets = st.sampled_from(["Z", "+01:00", "-09:30"])
schemathesis.openapi.format("date-or-date-time", days | st.tuples(times, offsets).map("".join))
schemathesis.openapi.format("https", st.integers(0, 9).map(lambda number: f"https://tracker.test/{number}"))


@schemathesis.serializer("application/offset+octet-stream")
def piece(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


# The words of server/platform/validate.ts: a request that its schema allows never gets them.
OF_SHAPE = re.compile(
    r"is required$|is not accepted here$|must be one of|must be an? (object|array|string|number|integer|boolean)$|must be at (least|most)|must have at (least|most)|must match|must not be blank"
)


# What `Upload-Metadata` says in Base64; the feed of a calendar and the people, which are needed only where no file is sent; the
# secret of a recorder, whose form depends on its kind; a retention that the service's own setting bounds; the rows of a table.
BEYOND_SCHEMAS = re.compile(r"metadata\.|body\.(url|users|secret)$|body\.delivery_retention_days$|row \d")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """A schema says what form a request has, not that a cursor was given out, an agenda parses or a URL answers."""
    # Headers and address together over 16 KiB: described in the text of openapi.json (docs/decisions/platform.md).
    if response.status_code == 431:
        return False
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code not in (400, 412, 422):
        return True
    faults = response.json().get("errors", [])
    return any(OF_SHAPE.search(fault["message"]) for fault in faults if not BEYOND_SCHEMAS.match(fault["location"]))


requests = count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Acting for a person who does not exist is a 404 whatever is asked; one time in eight is often enough. A workspace that
    speaks as the hosted original does has another document, which test/hosted-document.test.ts fuzzes."""
    if isinstance(case.body, dict) and case.body.get("compatibility") == "hosted":
        case.body["compatibility"] = "none"
    if case.headers and next(requests) % 8:
        case.headers.pop("X-On-Behalf-Of", None)


@schemathesis.hook
def after_call(context, case, response):
    """What was deleted or switched off comes back, so that later requests find it; not while a story goes on."""
    if case.method not in ("DELETE", "PATCH") or response.status_code >= 300:
        return
    in_story = case.meta and case.meta.phase.name.value == "stateful"
    shuts_out = "People" in (case.operation.definition.raw.get("tags") or [])
    if shuts_out or (case.method == "DELETE" and not in_story):
        urlopen(os.environ["MINUTEBOOK_RESTORE"], timeout=60).read()
