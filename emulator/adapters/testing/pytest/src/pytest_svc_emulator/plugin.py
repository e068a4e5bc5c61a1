"""The plugin: options, fixtures, and what a failed test tells."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any, Iterator, Optional

import pytest

from .api import Api
from .calls import KeptCalls
from .control import ControlError
from .report import file_name, journal_text
from .server import Server, ServerError, StartedServer, find_command, find_url_problem, without_proxy
from .world import World, is_path

# name, kind of the ini value, help
_OPTIONS = (
    (
        "url",
        "string",
        "URL of a running emulator. Default: SVC_API_URL, which `svc-emulator exec` sets; else a server is started",
    ),
    ("token", "string", "Control token of that server (default: SVC_EMULATOR_CONTROL_TOKEN)"),
    ("command", "string", "Command of the emulator (default: of node_modules, else of the PATH, else by npx)"),
    ("flags", "string", "Flags for the start: --svc-flags='--seed 7 --delay 20ms' (svc-emulator exec --help)"),
    ("scenario", "string", "Scenario of the tests: a shipped one by name, or a file (default: the starter world)"),
    ("key", "string", "API key of svc.api_key (default: the first admin key of the world)"),
    ("notes", "string", "With `off`, a failed test does not show its requests (default: on)"),
    ("bundle", "string", "Folder for a bundle of each failed test, which `svc-emulator show` opens"),
    ("timeout", "string", "Seconds that the start of a server may take (default: 60)"),
)

_worlds = pytest.StashKey[World]()
_passed = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("svc-emulator", "svc emulator")
    for name, kind, text in _OPTIONS:
        group.addoption(f"--svc-{name}", dest=f"svc_{name}", metavar=name.upper(), default=None, help=text)
        parser.addini(f"svc_{name}", text, type=kind, default=None)
    group.addoption("--svc-update", action="store_true", help="Rewrite what svc_world.match_calls() compares with")


def pytest_configure(config: pytest.Config) -> None:
    url = _option(config, "url")
    problem = find_url_problem(url) if url else None
    if problem is not None:
        raise pytest.UsageError(f"--svc-url ({url}) {problem}")
    notes = _option(config, "notes")
    if notes not in (None, "on", "off"):
        raise pytest.UsageError(f"--svc-notes ({notes}): expected on or off")
    config.addinivalue_line(
        "markers", "svc(scenario=None, seed=None): scenario and seed of the world of a test (svc-emulator)."
    )


@pytest.fixture(scope="session")
def svc_server(pytestconfig: pytest.Config) -> Iterator[Server]:
    """The server of the session: one that runs already, or one that is started. With pytest-xdist: for each worker."""
    started: Optional[StartedServer] = None
    try:
        server, started = _open_server(pytestconfig)
    except ServerError as error:
        raise _failure(error) from None
    try:
        with without_proxy(server.control.url):
            yield server
    finally:
        if started is not None:
            started.stop()


@pytest.fixture
def svc_world(request: pytest.FixtureRequest, svc_server: Server) -> Iterator[World]:
    """A world of its own for each test: scenarios, records, triggers, the clock, the journal."""
    marker = request.node.get_closest_marker("svc")
    try:
        world = svc_server.create_world(
            **(_choices(marker) if marker is not None else {}), folders=[Path(request.node.path).parent]
        )
    except (ControlError, OSError, TypeError) as error:
        raise _failure(error) from None
    path = Path(request.node.path)
    test = f"{path.name}::{request.node.nodeid.partition('::')[2]}"
    world.kept_calls = KeptCalls(path.parent, test, request.config.getoption("svc_update"))
    request.node.stash[_worlds] = world
    try:
        yield world
        held = world.find_held()
        unfired = world.find_unfired() if request.node.stash.get(_passed, False) else None
    finally:
        del request.node.stash[_worlds]
        world.close()
    if held is not None:
        raise _failure(held)
    if unfired is not None:
        raise _failure(unfired)


@pytest.fixture
def svc(svc_world: World) -> Api:
    """The API in the world of the test: addresses, a key, and requests."""
    return Api(svc_world)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    report: pytest.TestReport = outcome.get_result()
    if report.when == "call":
        item.stash[_passed] = report.passed
    world = item.stash.get(_worlds, None)
    if world is None or not report.failed:
        return
    try:
        if _option(item.config, "notes") != "off":
            report.sections.append(("svc-emulator journal", journal_text(world.timeline(show="lines"))))
            # The command starts a world of its own: not that of a server that runs already.
            if not _given_url(item.config):
                line = f"npx svc-emulator why -- pytest {shlex.quote(item.nodeid)}"
                report.sections.append(("svc-emulator why", line))
        folder = _option(item.config, "bundle")
        if folder is not None:
            report.sections.append(
                ("svc-emulator bundle", _write_bundle(world, item, report, _path(item.config, folder)))
            )
    except (ControlError, OSError) as error:
        report.sections.append(("svc-emulator", f"the journal could not be read: {error}"))


def _failure(message: object) -> BaseException:
    """A failure without a stack, which would show this plugin."""
    return pytest.fail.Exception(str(message), pytrace=False)


def _choices(marker: pytest.Mark) -> dict[str, Any]:
    """Scenario and seed of ``@pytest.mark.svc(…)``."""
    unknown = [name for name in marker.kwargs if name not in ("scenario", "seed")]
    if marker.args or unknown:
        raise TypeError(
            f"@pytest.mark.svc takes scenario= and seed=, got {', '.join([*map(repr, marker.args), *unknown])}"
        )
    return dict(marker.kwargs)


def _write_bundle(world: World, item: pytest.Item, report: pytest.TestReport, folder: Path) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / file_name(item.nodeid, ".bundle.json")
    problem = crash.message[:2000] if crash is not None else None
    _replace(file, json.dumps(world.bundle(item.nodeid, problem)))
    return f"{file}\nopen it: npx svc-emulator show {_quote(_relative(file))}"


def _replace(file: Path, text: str) -> None:
    """Writes a file by way of another beside it: a run that is interrupted leaves no half of it."""
    written = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    try:
        written.write_text(text, encoding="utf-8")
        os.replace(written, file)
    finally:
        written.unlink(missing_ok=True)


def _quote(text: str) -> str:
    """A word as the shell of this system reads it."""
    return subprocess.list2cmdline([text]) if os.name == "nt" else shlex.quote(text)


def _relative(file: Path) -> str:
    """The path from the current folder. On Windows, the whole path of a file on another drive."""
    try:
        return os.path.relpath(file)
    except ValueError:
        return str(file)


def _open_server(config: pytest.Config) -> tuple[Server, Optional[StartedServer]]:
    """The server of the options. The second is what has to be stopped."""
    scenario = _option(config, "scenario")
    if scenario is not None and is_path(scenario):
        scenario = str(_path(config, scenario))
    shared = {"chosen_key": _option(config, "key"), "folders": [config.rootpath]}
    given = _option(config, "url")
    url = _given_url(config)
    if url:
        problem = find_url_problem(url)
        if problem is not None:
            raise ServerError(f"the variable SVC_API_URL ({url}) {problem}")
        server = Server(
            url,
            token=_option(config, "token") or os.environ.get("SVC_EMULATOR_CONTROL_TOKEN"),
            api_key=None if given else os.environ.get("SVC_API_KEY"),
            ca_file=os.environ.get("NODE_EXTRA_CA_CERTS") if url.startswith("https:") else None,
            scenario=scenario,
            **shared,
        )
        server.check(f"--svc-url ({url})" if given else f"the variable SVC_API_URL ({url})")
        return server, None
    started = StartedServer(_command(config), _words(config, scenario), float(_option(config, "timeout") or 60))
    variables = started.variables
    server = Server(
        variables["SVC_API_URL"],
        token=variables.get("SVC_EMULATOR_CONTROL_TOKEN"),
        api_key=variables["SVC_API_KEY"],
        ca_file=variables.get("NODE_EXTRA_CA_CERTS") if variables["SVC_API_URL"].startswith("https:") else None,
        **shared,
    )
    return server, started


def _command(config: pytest.Config) -> list[str]:
    given = _option(config, "command")
    if given is None:
        return find_command([config.rootpath, Path.cwd()], version("pytest-svc-emulator"))
    file, *words = _split(given)
    # A name is looked up by the system; a path is seen from the root of the project.
    return [str(_path(config, file)) if os.path.dirname(file) else file, *words]


def _words(config: pytest.Config, scenario: Optional[str]) -> list[str]:
    key = _option(config, "key")
    return [
        *([scenario] if scenario is not None else []),
        *_split(_option(config, "flags") or ""),
        *(["--key", key] if key is not None else []),
    ]


def _split(text: str) -> list[str]:
    """Splits words, some of them in quotes. On Windows a backslash separates folders and escapes nothing."""
    if os.name != "nt":
        return shlex.split(text)
    words = shlex.split(text, posix=False)
    return [word[1:-1] if len(word) > 1 and word[0] in "\"'" and word[0] == word[-1] else word for word in words]


def _given_url(config: pytest.Config) -> Optional[str]:
    """The URL of a server that runs already."""
    return _option(config, "url") or os.environ.get("SVC_API_URL")


def _option(config: pytest.Config, name: str) -> Optional[str]:
    """An option of the command line, else of the ini file."""
    value = config.getoption(f"svc_{name}")
    return value if value is not None else config.getini(f"svc_{name}") or None


def _path(config: pytest.Config, name: str) -> Path:
    """A path as seen from the root of the project."""
    return config.rootpath / Path(name).expanduser()
