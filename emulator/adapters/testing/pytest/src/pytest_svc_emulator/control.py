"""Calls of the control API."""

from __future__ import annotations

import http.client
from typing import Any, Mapping, Optional

from .transport import Transport

# A failed test shows its own line, not those of this file.
__tracebackhide__ = True


class ControlError(Exception):
    """A refusal of the control API. ``code`` is its error code, such as ``record_not_found``, ``call`` the call."""

    def __init__(self, code: str, message: str, call: str) -> None:
        super().__init__(f"{message} ({code}; {call})")
        self.code = code
        self.call = call


class Control:
    """The control API of a server, or of one world of it."""

    def __init__(self, url: str, transport: Transport, token: Optional[str] = None) -> None:
        self.url = url
        self._transport = transport
        self._headers: Mapping[str, str] = {} if token is None else {"x-emulator-token": token}

    def at(self, url: str) -> Control:
        """The control API of a world of this server, called by a test."""
        other = Control(url, self._transport)
        # For the journal, which tells who changed a world.
        other._headers = {**self._headers, "x-emulator-via": "test"}
        return other

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Makes a call. Gives the JSON of its answer. Raises ``ControlError``."""
        call = f"{method} /__emulator{path}"
        try:
            answer = self._transport.send(method, self.url + path, body, self._headers)
        except (OSError, http.client.InvalidURL) as error:
            raise ControlError("no_answer", f"the emulator at {self.url} does not answer: {error}", call) from None
        try:
            value = answer.json()
        except ValueError:
            raise ControlError(
                "no_emulator", f"{self.url} answered {answer.status} without JSON: is it an svc-emulator?", call
            ) from None
        if answer.status < 400:
            return value
        refusal = value if isinstance(value, dict) else {}
        raise ControlError(
            str(refusal.get("error", answer.status)), str(refusal.get("message", answer.body[:200])), call
        )
