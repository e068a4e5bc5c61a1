"""HTTP by the standard library, to servers of this machine."""

from __future__ import annotations

import datetime
import http.client
import json
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional
from uuid import UUID

from .attributes import Named

# A failed test shows its own line, not those of this file.
__tracebackhide__ = True

# Seconds that a server may be silent.
TIMEOUT = 60


@dataclass(frozen=True)
class Answer(Named):
    """An answer of the API or the control API."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes

    def json(self) -> Any:
        """Parses the body. Raises ``ValueError`` where it is no JSON."""
        return json.loads(self.body)


def to_json(value: object) -> object:
    """
    The JSON of a value that JSON has no type for: an aware ``datetime`` as ISO 8601 in UTC, a ``timedelta`` as
    milliseconds, a ``UUID`` as text. Raises ``TypeError`` for any other.
    """
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise TypeError(f"{value!r} has no time zone: expected one such as datetime(…, tzinfo=timezone.utc)")
        utc = value.astimezone(datetime.timezone.utc)
        return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, datetime.timedelta):
        return value // datetime.timedelta(milliseconds=1)
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"expected a value that JSON can hold, got {value!r}")


class Transport:
    """Sends requests, past any proxy of the environment."""

    def __init__(self, ca_file: Optional[str] = None) -> None:
        context = ssl.create_default_context(cafile=ca_file)
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), _NoRedirect(), urllib.request.HTTPSHandler(context=context)
        )

    def send(
        self,
        method: str,
        url: str,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
        *,
        timeout: float = TIMEOUT,
    ) -> Answer:
        """
        Sends a body of bytes as it is, and any other value as JSON. Raises ``OSError`` where no whole answer comes, or
        nothing of one for ``timeout`` seconds, ``TypeError`` for a value that JSON has no type for.
        """
        sent = {"Content-Type": "application/octet-stream" if isinstance(body, bytes) else "application/json"}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body, default=to_json).encode()
        request = urllib.request.Request(
            url, data, {**(sent if data is not None else {}), **(headers or {})}, method=method
        )
        try:
            return self._read_answer(request, timeout)
        except (OSError, http.client.InvalidURL):
            raise
        except http.client.HTTPException as error:
            raise ConnectionError(f"the answer is cut off, or is no HTTP: {error!r}") from error

    def _read_answer(self, request: urllib.request.Request, timeout: float) -> Answer:
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return Answer(refusal.code, refusal.headers, refusal.read())


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Leaves redirects to the test, as answers."""
