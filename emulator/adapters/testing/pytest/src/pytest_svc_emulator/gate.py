"""Gates: requests that match wait at one until the test lets them go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

from .attributes import Named
from .control import ControlError

Call = Callable[..., Any]

# A failed test shows its own line, not those of this file.
__tracebackhide__ = True


class Gate(Named):
    """A gate of the world of a test. As a context manager it is removed at the end of its block."""

    def __init__(self, gate_id: str, control: Call) -> None:
        self.id = gate_id
        self._control = control

    def arrived(self, count: int = 1) -> None:
        """Waits until so many requests have been held so far."""
        while self._control("GET", f"/holds/{self.id}?arrived={count}&wait=10s")["hold"]["arrived"] < count:
            pass

    @property
    def held(self) -> list[int]:
        """Numbers of the entries that wait, oldest first."""
        return self._control("GET", f"/holds/{self.id}")["hold"]["held"]

    def release(self, do: Optional[Any] = None) -> None:
        """Lets the oldest request go on, with faults for its answer: ``gate.release({"fail": {"status": 503}})``."""
        try:
            self._control("POST", f"/holds/{self.id}/release", {} if do is None else {"do": do})
        except ControlError as error:
            if error.code != "nothing_held":
                raise
            raise ControlError(error.code, f"'{self.id}' holds no request; arrived() waits for one", error.call) from None

    def release_all(self, do: Optional[Any] = None) -> None:
        """Lets all held requests go on."""
        self._control("POST", f"/holds/{self.id}/release", {"all": True, **({} if do is None else {"do": do})})

    def remove(self) -> None:
        """Lets all held requests go on, and holds no more."""
        self._control("DELETE", f"/holds/{self.id}")

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()
