"""The world of one test, by the control API."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union
from urllib.parse import quote, urlencode

from .attributes import Named
from .calls import KeptCalls
from .gate import Gate
from .report import verdict_lines

# A failed test shows its own line, not those of this file.
__tracebackhide__ = True

if TYPE_CHECKING:
    from .server import Server

Record = dict[str, Any]
Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]


class World(Named):
    """Records, a clock, triggers and a journal of their own, on a server that may have other worlds."""

    def __init__(self, server: Server, urls: Mapping[str, str], folders: Sequence[Path] = ()) -> None:
        self.server = server
        self.id = urls["world"]
        self.base_url = urls["base_url"]
        self.realtime_url = urls["realtime_url"]
        self.control_url = urls["control_url"]
        self._control = server.control.at(self.control_url)
        self._folders = tuple(folders)
        self.headers = {"x-svc-world": self.id, "baggage": f"svc-world={self.id}"}
        self._key = server.api_key
        self._own_triggers: set[str] = set()
        self.kept_calls: Optional[KeptCalls] = None

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Makes any call of the control API (docs/control-api.md): ``svc_world.control("GET", "/coverage")``."""
        return self._control.call(method, path, body)

    def load(self, scenario: Scenario) -> None:
        """
        Starts again from a scenario: a shipped one by name, a file (YAML or JSON), or a document. Files are looked up
        from the folder of the test and then from the root of the project.
        """
        self.control("POST", "/scenario", self._named(scenario))
        self._key = None

    def reset(self) -> None:
        """Goes back to the start of the scenario: records, ids, clock, triggers and journal."""
        self.control("POST", "/reset", {})

    def insert(self, table: str, record: Mapping[str, Any]) -> Record:
        """Adds a record. What it leaves out is derived; references take an alias or an id."""
        return self.control("POST", f"/state/{_part(table)}", record)["record"]

    def get(self, table: str, reference: str) -> Record:
        """The record with this id or alias. Raises ``ControlError`` (``record_not_found``)."""
        return self.control("GET", _record(table, reference))["record"]

    def update(self, table: str, reference: str, changes: Mapping[str, Any]) -> Record:
        """Changes fields of a record that exists."""
        self.get(table, reference)
        return self.control("PUT", _record(table, reference), changes)["record"]

    def delete(self, table: str, reference: str) -> int:
        """Deletes a record and everything that refers to it. Gives the number of deleted records."""
        return self.control("DELETE", _record(table, reference))["deleted"]

    def records(self, table: str) -> list[Record]:
        """All records of a table, in order of creation."""
        found: list[Record] = []
        query: dict[str, str] = {"limit": "1000"}
        while True:
            page = self.control("GET", f"/state/{_part(table)}?{urlencode(query)}")
            found += page["records"]
            if page["next"] is None:
                return found
            query["after"] = page["next"]

    def trigger(self, when: Union[str, Mapping[str, Any]], do: Any, **fields: Any) -> str:
        """
        Adds a trigger: ``svc_world.trigger({"endpoint": "GET /users/me", "nth": 1}, {"drop": True})``. A text
        names an endpoint or a command. Gives its id. The test fails when the trigger never fires, unless
        ``optional=True``.
        """
        condition = when if not isinstance(when, str) else {"endpoint" if " " in when else "command": when}
        trigger = self.control("POST", "/triggers", {"when": condition, "do": do, **fields})["trigger"]
        self._own_triggers.add(trigger["id"])
        return trigger["id"]

    def hold(
        self, when: Union[str, Mapping[str, Any]], *, at: Optional[str] = None, name: Optional[str] = None
    ) -> Gate:
        """
        Opens a gate: requests that match wait at it until ``release``, with ``at="after"`` once their work is done. A
        text names an endpoint or a command. The test fails when something is still held at its end.
        """
        condition = dict(when) if not isinstance(when, str) else {"endpoint" if " " in when else "command": when}
        body = {
            "when": {**condition, **({} if at is None else {"at": at})},
            **({} if name is None else {"name": name}),
        }
        return Gate(self.control("POST", "/holds", body)["hold"]["id"], self.control)

    @property
    def now(self) -> str:
        """World time, ISO 8601."""
        return self.control("GET", "/clock")["now"]

    def advance(self, duration: Union[str, int, timedelta]) -> str:
        """
        Moves the clock forward by ``"1h30m"``, a ``timedelta`` or milliseconds, with the work that falls due. Gives the
        new time.
        """
        return self.control("POST", "/clock", {"advance": duration})["now"]

    def set_time(self, time: Union[str, datetime]) -> str:
        """Moves the clock forward to an ISO 8601 time, or a ``datetime`` with a time zone. Gives the new time."""
        return self.control("POST", "/clock", {"set": time})["now"]

    def snapshot(self, name: str) -> None:
        """Keeps the current state under a name."""
        self.control("POST", "/snapshots", {"name": name})

    def restore(self, name: str) -> None:
        """Goes back to a snapshot: records, ids, clock and triggers. The journal goes on."""
        self.control("POST", f"/snapshots/{_part(name)}/restore", {})

    def journal(self, **filters: Any) -> list[Record]:
        """Requests and calls, oldest first: ``svc_world.journal(endpoint="GET /users/me", status=500)``."""
        return [entry for entry in self.timeline(**filters) if entry["via"] in ("http", "socket")]

    def timeline(self, **filters: Any) -> list[Record]:
        """Everything in the journal: requests, calls, work that fell due, and changes such as those of this fixture."""
        query = urlencode({name: str(value) for name, value in filters.items()})
        return self.control("GET", f"/journal?{query}" if query else "/journal")["entries"]

    def verify(self, match: Union[str, Mapping[str, Any]], times: Any = 1) -> None:
        """
        Expects requests that match, as often as ``times`` says: a number, or ``{"at_least": 1, "at_most": 3}``. A text
        names an endpoint or a command.
        Raises ``AssertionError`` with the nearest requests.
        """
        wanted = match if not isinstance(match, str) else {"endpoint" if " " in match else "command": match}
        verdict = self.control("POST", "/verify", {"match": wanted, "times": times})
        if not verdict["ok"]:
            raise AssertionError("\n".join(verdict_lines(wanted, verdict)))

    def calls(self) -> list[str]:
        """
        Requests and calls, one a line, ids by their role: ``GET /orgs/<org 1> x2 500 internal_error, 200``. Raises
        ``AssertionError`` where the journal no longer keeps them all.
        """
        listed = self.control("GET", "/journal.calls")
        if listed["lost"]:
            raise AssertionError(
                f"the journal no longer keeps {listed['lost']} of the calls; keep more: --svc-flags='--journal SIZE'"
            )
        return listed["calls"]

    def match_calls(self) -> None:
        """
        Expects the calls that ``__snapshots__`` beside the test keeps, which the first run writes, and a run with
        ``--svc-update`` again. Raises ``AssertionError`` with the lines that differ.
        """
        if self.kept_calls is None:
            raise LookupError("match_calls compares the calls of one test: use the fixture svc_world, or calls()")
        self.kept_calls.match(self.calls())

    def bundle(self, name: str, problem: Optional[str] = None) -> Record:
        """Makes one document of the run in this world, for a file that ``svc-emulator show`` opens."""
        query = {"name": name, **({} if problem is None else {"problem": problem})}
        return self.control("GET", f"/bundle?{urlencode(query)}")

    def find_key(self) -> str:
        """The key of ``--svc-key``, or the first admin key of this world. Raises ``LookupError``."""
        if self.server.chosen_key is not None:
            return self.server.chosen_key
        if self._key is None:
            admins = [record["key"] for record in self.records("api_keys") if record["role"] == "admin"]
            if not admins:
                raise LookupError("the world has no admin key: name a key with --svc-key, or send one with key=…")
            self._key = admins[0]
        return self._key

    def find_unfired(self) -> Optional[str]:
        """Message about triggers of the test that should have fired and did not."""
        if not self._own_triggers:
            return None
        lines = [
            f"the trigger {report.get('name', report['id'])} never fired: "
            f"{report.get('not_fired', 'no request matched')}"
            for report in self.control("GET", "/triggers")["triggers"]
            if report["id"] in self._own_triggers and report["fired"] == 0 and _is_expected(report["trigger"])
        ]
        if not lines:
            return None
        return "\n".join([*lines, "expected each trigger of a test to fire: pass optional=True for one that need not"])

    def find_held(self) -> Optional[str]:
        """Message about requests that gates still hold."""
        held = {number for gate in self.control("GET", "/holds")["holds"] for number in gate["held"]}
        lines = [
            f"{entry['request']['method']} {entry['request']['url']} is held; release it, or remove the gate"
            for entry in (self.journal() if held else [])
            if entry["number"] in held
        ]
        return "\n".join(lines) or None

    def close(self) -> None:
        """Deletes the world and closes its sockets."""
        self.server.control.call("DELETE", f"/worlds/{_part(self.id)}")

    def _named(self, scenario: Scenario) -> Record:
        if isinstance(scenario, Mapping):
            return {"document": scenario}
        name = os.fspath(scenario)
        if isinstance(scenario, str) and not is_path(name):
            return {"name": name}
        path = find_file(name, self._folders)
        return {"text": path.read_text(encoding="utf-8"), "file": name}


def is_path(name: str) -> bool:
    """Distinguishes a path from the name of a shipped scenario, some of which are in folders: ``client/login``."""
    return name.startswith((".", "/", "~")) or "\\" in name or name.endswith((".yaml", ".yml", ".json"))


def find_file(name: str, folders: Sequence[Path]) -> Path:
    """The first file of this name in the folders. Raises ``FileNotFoundError`` with the places."""
    places = list(dict.fromkeys(folder / Path(name).expanduser() for folder in folders or [Path.cwd()]))
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(f"there is no scenario file {name!r}: looked for {', '.join(map(str, places))}")


def _is_expected(trigger: Mapping[str, Any]) -> bool:
    return trigger.get("optional") is not True and trigger.get("enabled") is not False


def _record(table: str, reference: str) -> str:
    return f"/state/{_part(table)}/{_part(reference)}"


def _part(text: str) -> str:
    return quote(text, safe="")
