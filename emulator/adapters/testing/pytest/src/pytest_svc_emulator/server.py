"""The server of a test run: one that runs already, or one that is started and stopped."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Any, Iterator, Mapping, Optional, Sequence
from urllib.parse import urlsplit

from .control import Control, ControlError
from .npm_package import HOW_TO_INSTALL, NPM_PACKAGE
from .transport import Transport
from .world import Scenario, World

# Hands the variables of `svc-emulator exec` on, and ends with the process that holds its input: a killed pytest leaves
# no server behind.
_HOLDER = "import json, os, sys; print(json.dumps(dict(os.environ)), flush=True); sys.stdin.read()"


class ServerError(Exception):
    """No server could be reached or started."""


def find_url_problem(url: str) -> Optional[str]:
    """Why a text is no URL of a server, with what was probably meant. None for one that is."""
    if _is_url(url):
        return None
    meant = f"http://{url.lstrip('/')}"
    hint = f", did you mean {meant}?" if "://" not in url and _is_url(meant) else ""
    return f"is no URL of a server: expected one such as http://127.0.0.1:4010{hint}"


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        # Reading the port checks it.
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


@contextlib.contextmanager
def without_proxy(url: str) -> Iterator[None]:
    """
    Has clients of this process, and of those that it starts, reach the server and this machine without the proxy of the
    environment, by ``NO_PROXY`` in both spellings that they read.
    """
    names = ("NO_PROXY", "no_proxy")
    before = {name: os.environ.get(name) for name in names}
    own = ["127.0.0.1", "localhost", "::1", urlsplit(url).hostname or ""]
    listed = before["no_proxy"] or before["NO_PROXY"]
    text = ",".join(dict.fromkeys([*([listed] if listed else []), *filter(None, own)]))
    os.environ.update(dict.fromkeys(names, text))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


class Server:
    """A running emulator."""

    def __init__(
        self,
        api_url: str,
        *,
        token: Optional[str] = None,
        api_key: Optional[str] = None,
        chosen_key: Optional[str] = None,
        ca_file: Optional[str] = None,
        scenario: Optional[Scenario] = None,
        folders: Sequence[Path] = (),
    ) -> None:
        root = api_url.rstrip("/")
        self.ca_file = ca_file
        self.chosen_key = chosen_key
        # The key of the start, for as long as a world has its scenario.
        self.api_key = api_key if scenario is None else None
        self.transport = Transport(ca_file)
        self.control = Control(f"{root[:-3] if root.endswith('/v1') else root}/__emulator", self.transport, token)
        self._scenario = scenario
        self._folders = folders

    def create_world(
        self, scenario: Optional[Scenario] = None, *, seed: Optional[int] = None, folders: Sequence[Path] = ()
    ) -> World:
        """Creates a world, which has to be closed: ``svc_world`` does both."""
        # A run that is interrupted leaves nothing behind.
        body = {"idle": "1h"} if seed is None else {"idle": "1h", "seed": seed}
        urls = self.control.call("POST", "/worlds", body)
        world = World(self, urls, [*folders, *self._folders])
        chosen = scenario if scenario is not None else self._scenario
        if chosen is not None:
            try:
                world.load(chosen)
            except BaseException:
                world.close()
                raise
        return world

    def check(self, named_by: str) -> None:
        """Raises ``ServerError`` where no emulator answers."""
        try:
            health = self.control.call("GET", "/health")
        except ControlError as error:
            raise ServerError(f"{named_by} names no svc-emulator: {error}") from None
        if not (isinstance(health, dict) and "version" in health):
            raise ServerError(f"{named_by} names no svc-emulator: {self.control.url}/health answered {health!r}")


class StartedServer:
    """`svc-emulator exec`, running until it is stopped."""

    def __init__(self, command: Sequence[str], words: Sequence[str], timeout: float) -> None:
        self._line = [*command, "exec", *words, "--", sys.executable, "-c", _HOLDER]
        self._said: IO[bytes] = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                self._line,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                # Ctrl-C is for pytest, which stops the server after its last test.
                start_new_session=True,
            )
        except OSError as error:
            self._said.close()
            raise ServerError(
                f"'{command[0]}' cannot be started: {error.strerror} (--svc-command, or svc_command of the ini file)"
            ) from None
        self.variables = self._read_variables(timeout)

    def stop(self) -> None:
        """Stops the server, and waits until it has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._kill()
        self._process.stdout.close()
        self._said.close()

    def _kill(self) -> None:
        # With npx the server is a process below it.
        if os.name == "posix":
            # macOS refuses to signal a group whose processes have all ended.
            with contextlib.suppress(PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()

    def _read_variables(self, timeout: float) -> Mapping[str, str]:
        lines: list[bytes] = []
        stdout = self._process.stdout
        assert stdout is not None
        reader = threading.Thread(target=lambda: lines.append(stdout.readline()), daemon=True)
        reader.start()
        reader.join(timeout)
        variables = _parse_variables(lines[0]) if lines else None
        if variables is not None:
            return variables
        if not lines:
            self._kill()
            told = f"did not answer in {timeout:g} seconds (--svc-timeout gives it more)"
        elif lines[0]:
            self._kill()
            told = f"ran, but its first line is no answer of `exec`: {_shown(lines[0])}"
        else:
            told = f"ended with exit code {self._process.wait()}"
        reader.join()
        self._said.seek(0)
        said = self._said.read().decode(errors="replace").strip()
        self.stop()
        shown = " ".join(self._line[: self._line.index("--")])
        # 127: npx found the package, and in it no command that was built.
        absent = "--package=" in shown and ("npm error" in said or told.endswith(" 127"))
        raise ServerError(
            f"svc-emulator could not be started: `{shown}` {told}{f':{os.linesep}{said}' if said else ''}"
            f"{f'{os.linesep}Install the package: {HOW_TO_INSTALL}' if absent else ''}"
        )


def _parse_variables(line: bytes) -> Optional[Mapping[str, str]]:
    """The variables that the holder wrote. None where another program wrote the line."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) and "SVC_API_URL" in value else None


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").rstrip()
    return f"{text[:200]}…" if len(text) > 200 else text


def find_command(folders: Sequence[Path], version: str) -> list[str]:
    """
    The command of the emulator: of the nearest node_modules, else of the PATH, else by npx, which fetches this version.
    Raises ``ServerError`` where Node or the package is missing.
    """
    places = list(dict.fromkeys(place for folder in folders for place in [folder, *folder.parents]))
    name = "svc-emulator.cmd" if os.name == "nt" else "svc-emulator"
    local = next(
        (place / "node_modules/.bin" / name for place in places if (place / "node_modules/.bin" / name).exists()), None
    )
    found = str(local) if local is not None else shutil.which("svc-emulator")
    has_node = shutil.which("node") is not None
    if found is not None and (has_node or not _is_script(found)):
        return [found]
    if not has_node:
        missing = "Node is not on the PATH" if found is None else f"Node, which {found} needs, is not on the PATH"
        raise ServerError(
            f"{missing}: install Node 20.19 or newer, name the single executable with --svc-command, or a running "
            "server with --svc-url"
        )
    npx = shutil.which("npx")
    if npx is None:
        raise ServerError(
            f"the package svc-emulator is not installed: looked for node_modules/.bin/{name} from {places[0]} upwards, "
            f"for svc-emulator on the PATH, and for npx. Install it: {HOW_TO_INSTALL}"
        )
    return [npx, "--yes", f"--package={NPM_PACKAGE}@{version}", "svc-emulator"]


def _is_script(file: str) -> bool:
    """A file for Node, as npm links it, and no executable of its own."""
    if file.endswith(".cmd"):
        return True
    with open(file, "rb") as content:
        return content.read(2) == b"#!"
