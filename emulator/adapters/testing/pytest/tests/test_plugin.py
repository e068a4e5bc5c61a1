"""The installed plugin in projects of its users, against the command that `--svc-command` names."""

import json
import ntpath
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest
from pytest_svc_emulator import plugin
from pytest_svc_emulator.report import REPORT_DEFECT, entry_lines
from pytest_svc_emulator.server import ServerError, StartedServer, without_proxy

EVE = "scenario: 1\nname: eve\nworld:\n  fixtures: [starter]\n  records:\n    users:\n      - alias: eve\n"


@pytest.fixture
def run(pytester, pytestconfig, monkeypatch):
    """Writes files, runs pytest over them in a process of its own, and gives its result."""
    for name in ("SVC_API_URL", "SVC_API_KEY", "SVC_EMULATOR_CONTROL_TOKEN"):
        monkeypatch.delenv(name, raising=False)

    def run(tests, *words, command=None, **files):
        pytester.makepyfile(tests)
        for name, text in files.items():
            pytester.makefile(".yaml", **{name: text})
        return pytester.runpytest_subprocess(
            f"--svc-command={command or pytestconfig.getoption('svc_command')}", *words
        )

    return run


@pytest.fixture
def without_command(pytester, monkeypatch):
    """Runs a test with a PATH of stand-ins, in a project without node_modules."""
    folder = pytester.mkdir("bin")

    def run(**programs):
        for name, lines in programs.items():
            file = folder / name
            file.write_text(f"#!/bin/sh\n{lines}\n")
            file.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))
        pytester.makepyfile("def test_it(svc): pass")
        return pytester.runpytest_subprocess()

    return run


@pytest.fixture
def of_windows(monkeypatch):
    """Configures the plugin as on Windows, in the folder C:\\project."""
    monkeypatch.setattr(plugin, "os", SimpleNamespace(name="nt", path=ntpath))
    monkeypatch.setattr(plugin, "Path", lambda name: SimpleNamespace(expanduser=lambda: PureWindowsPath(name)))
    unset = {"svc_command": None, "svc_flags": None, "svc_key": None}
    return lambda **options: SimpleNamespace(
        getoption={**unset, **options}.get, getini=lambda name: None, rootpath=PureWindowsPath(r"C:\project")
    )


def test_gives_each_test_a_world_of_its_own(run):
    result = run(
        """
        def test_writes(svc, svc_world):
            org = svc_world.insert("orgs", {"alias": "night-shift"})
            svc_world.insert("members", {"user": "ada", "target": "org", "target_id": org["id"], "role": "admin"})
            assert svc.get("/orgs/night-shift").json()["org"]["id"] == org["id"]

        def test_sees_nothing_of_it(svc):
            assert svc.get("/orgs/night-shift").json()["error"] == "org_not_found"
        """
    )
    result.assert_outcomes(passed=2)


def test_world_is_arranged_and_looked_at(run):
    result = run(
        """
        import pytest
        from pytest_svc_emulator import ControlError

        def test_records(svc_world):
            assert svc_world.insert("users", {"alias": "eve"})["alias"] == "eve"
            assert svc_world.update("users", "eve", {"name": "Eve"})["name"] == "Eve"
            assert "eve" in [user["alias"] for user in svc_world.records("users")]
            assert svc_world.delete("users", "eve") >= 1
            with pytest.raises(ControlError, match="record_not_found") as refused:
                svc_world.update("users", "eve", {"name": "Eve"})
            assert refused.value.code == "record_not_found"

        def test_clock(svc_world):
            assert svc_world.advance("1h") == "2026-01-01T01:00:00.000Z" == svc_world.now
            assert svc_world.set_time("2026-01-02T00:00:00Z") == "2026-01-02T00:00:00.000Z"

        def test_journal(svc, svc_world):
            svc.get("/users/me")
            svc_world.advance("1h")
            assert [entry["unit"] for entry in svc_world.journal()] == ["GET /users/:user_id"]
            assert len(svc_world.timeline()) > 1
            assert svc_world.journal(status=500) == []
            svc_world.verify("GET /users/me")
            svc_world.reset()
            assert svc_world.journal() == []

        def test_snapshots(svc_world):
            svc_world.snapshot("before")
            svc_world.delete("users", "ben")
            svc_world.restore("before")
            assert svc_world.get("users", "ben")

        def test_faults(svc, svc_world):
            svc_world.trigger({"endpoint": "GET /users/me", "nth": 1}, {"fail": {"error": "internal_error"}})
            svc_world.trigger({"endpoint": "GET /users/me", "nth": 2}, {"drop": True})
            assert svc.get("/users/me").status == 500
            with pytest.raises(OSError):
                svc.get("/users/me")
            svc_world.verify("GET /users/me", times={"at_least": 2})

        def test_answer_that_is_cut_off(svc, svc_world):
            svc_world.trigger("GET /users/me", {"truncate": {"bytes": 10}})
            with pytest.raises(ConnectionError, match="IncompleteRead"):
                svc.get("/users/me")

        def test_answer_that_does_not_come(svc, svc_world):
            svc_world.trigger("GET /users/me", {"stall": True})
            with pytest.raises(OSError, match="timed out"):
                svc.request("GET", "/users/me", timeout=0.5)

        def test_variables(svc):
            assert svc.variables["SVC_API_KEY"] == svc.api_key == svc.headers["X-API-Key"] == "svc-key-ada-admin"
            assert svc.realtime_url.startswith("ws://") and svc.variables["SVC_REALTIME_URL"] == svc.realtime_url
        """
    )
    result.assert_outcomes(passed=8)


def test_requests_without_the_key(run):
    result = run(
        """
        import pytest

        def sent(svc_world):
            return sorted(set(svc_world.journal()[-1]["request"]["headers"]) & {"authorization", "x-api-key"})

        def test_empty_key(svc, svc_world):
            assert svc.get("/users/me", key="").status == 401
            assert sent(svc_world) == []

        @pytest.mark.parametrize("name", ["Authorization", "authorization"])
        def test_token_of_the_headers(svc, svc_world, name):
            svc.request("GET", "/users/me", headers={name: "Bearer of-nobody"})
            assert sent(svc_world) == ["authorization"]

        @pytest.mark.parametrize("name", ["X-API-Key", "x-api-key"])
        def test_key_of_the_headers(svc, svc_world, name):
            assert svc.request("GET", "/users/me", headers={name: "svc-key-ada-read"}).status == 200

        def test_both(svc, svc_world):
            svc.request("GET", "/users/me", key="svc-key-ada-read", headers={"Authorization": "Bearer of-nobody"})
            assert sent(svc_world) == ["authorization", "x-api-key"]

        def test_world_without_an_admin_key(svc, svc_world):
            svc_world.load({"scenario": 1, "name": "no-admin", "world": {"fixtures": ["starter"]}})
            for record in svc_world.records("api_keys"):
                if record["role"] == "admin":
                    svc_world.delete("api_keys", record["id"])
            with pytest.raises(LookupError, match="the world has no admin key"):
                svc.get("/users/me")
            assert svc.get("/users/me", key="").status == 401
            assert svc.request("GET", "/users/me", headers={"X-Api-Key": "svc-key-ada-read"}).status == 200
        """
    )
    result.assert_outcomes(passed=7)


def test_scenarios_by_name_file_and_document(run):
    result = run(
        """
        import pytest

        @pytest.mark.svc(scenario="eve.yaml", seed=7)
        def test_file_of_the_marker(svc):
            assert svc.get("/users/eve").status == 200

        def test_file(svc, svc_world):
            svc_world.load("./eve.yaml")
            assert svc.get("/users/eve").status == 200

        def test_name(svc_world):
            svc_world.load("flaky-identity")
            assert svc_world.control("GET", "/health")["scenario"] == "flaky-identity"

        def test_document(svc, svc_world):
            world = {"fixtures": ["starter"], "records": {"users": [{"alias": "zoe"}]}}
            svc_world.load({"scenario": 1, "name": "zoe", "world": world})
            assert svc.get("/users/zoe").status == 200

        def test_missing_file(svc_world):
            with pytest.raises(FileNotFoundError, match="there is no scenario file './adam.yaml': looked for "):
                svc_world.load("./adam.yaml")
        """,
        eve=EVE,
    )
    result.assert_outcomes(passed=5)


def test_scenario_of_all_tests_comes_from_the_ini_file(run, pytester):
    pytester.makeini("[pytest]\nsvc_scenario = eve.yaml\nsvc_flags = --seed 9\nsvc_key = svc-key-ada-read")
    result = run(
        """
        def test_it(svc, svc_world):
            assert svc.get("/users/eve").status == 200
            assert svc_world.control("GET", "/health")["seed"] == 9
            assert svc.api_key == "svc-key-ada-read"
        """,
        eve=EVE,
    )
    result.assert_outcomes(passed=1)


def test_bad_scenario_is_told_with_its_place(run):
    result = run(
        """
        import pytest

        @pytest.mark.svc(scenario="bad.yaml")
        def test_it(svc):
            pass

        @pytest.mark.svc("bad.yaml")
        def test_without_name(svc):
            pass
        """,
        bad="scenario: 1\nname: bad\nstps: []\n",
    )
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(
        [
            "bad.yaml:3:1 stps: unknown field, did you mean 'steps'? *",
            "@pytest.mark.svc takes scenario= and seed=, got 'bad.yaml'",
        ]
    )
    result.stdout.no_fnmatch_line("*During handling*")


def test_failed_test_shows_its_journal_and_leaves_a_bundle(run, pytester):
    result = run(
        """
        def test_it(svc, svc_world):
            svc_world.trigger({"endpoint": "GET /users/me"}, {"fail": {"error": "internal_error"}})
            assert svc.get("/users/me").status == 200

        def test_passes(svc):
            svc.get("/users/me")
        """,
        "--svc-bundle=out",
    )
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        [
            "*svc-emulator journal*",
            "1  00:00:00.000  test: POST /triggers: when endpoint GET /users/me, do fail error internal_error",
            "2  00:00:00.000  GET /v1/users/me  500 internal_error  ada",
            "   trigger: trigger-1",
            "npx svc-emulator why -- pytest test_*.py::test_it",
            "open it: npx svc-emulator show out/*.bundle.json",
        ]
    )
    (bundle,) = (pytester.path / "out").iterdir()
    content = json.loads(bundle.read_text())
    assert content["scenario"]["about"].endswith("::test_it")
    assert "assert 500 == 200" in bundle.read_text()


def test_shows_no_requests_with_notes_off(run):
    result = run('def test_it(svc): assert svc.get("/users/me").status == 201', "--svc-notes=off")
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*svc-emulator journal*")
    result.stdout.no_fnmatch_line("*svc-emulator why*")


def test_refuses_unknown_notes(run):
    run("def test_it(): pass", "--svc-notes=none").stderr.fnmatch_lines(
        ["ERROR: --svc-notes (none): expected on or off"]
    )


@pytest.fixture
def write_bundle(tmp_path):
    """Writes the bundle of a test into a folder that has an earlier one of it. Gives what is told, and the folder."""
    (tmp_path / plugin.file_name("test_it", ".bundle.json")).write_text("earlier")
    world = SimpleNamespace(bundle=lambda name, problem: {"name": name})
    item, report = SimpleNamespace(nodeid="test_it"), SimpleNamespace(longrepr=None)
    return lambda: plugin._write_bundle(world, item, report, tmp_path), tmp_path


def test_bundle_takes_the_place_of_an_earlier_one(write_bundle):
    write, folder = write_bundle
    write()
    assert [json.loads(file.read_text()) for file in folder.iterdir()] == [{"name": "test_it"}]


def test_bundle_that_is_interrupted_leaves_no_half(write_bundle, monkeypatch):
    write, folder = write_bundle

    def write_half(file, text, **_):
        file.write_bytes(text[:3].encode())
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", write_half)
        with pytest.raises(KeyboardInterrupt):
            write()
    assert [file.read_text() for file in folder.iterdir()] == ["earlier"]


def test_bundle_on_another_drive_is_named_by_its_whole_path(write_bundle, monkeypatch):
    write, folder = write_bundle

    def refuse(path):
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    with monkeypatch.context() as patched:
        patched.setattr(os.path, "relpath", refuse)
        told = write()
    assert told.endswith(f"open it: npx svc-emulator show {folder / plugin.file_name('test_it', '.bundle.json')}")


def test_line_that_opens_a_bundle_is_quoted_for_the_shell(of_windows):
    assert plugin._quote(r"out\two words.json") == r'"out\two words.json"'
    assert plugin._quote(r"out\one.json") == r"out\one.json"


def test_line_that_opens_a_bundle_is_quoted_for_sh():
    assert plugin._quote("out/it's.json") == "'out/it'\"'\"'s.json'"


def test_defect_is_told_with_how_to_report_it():
    entry = {"number": 1, "at": "2026-01-01T00:00:00.000Z", "via": "http", "defect": "TypeError: x"}
    assert entry_lines(entry)[1:] == ["   defect of the emulator: TypeError: x", f"   {REPORT_DEFECT}"]
    assert entry_lines({**entry, "beside": True})[1:] == ["   the hook beside failed: TypeError: x"]


def test_without_the_option_no_file_is_written(run, pytester):
    result = run("def test_it(svc):\n    assert svc.get('/users/me').status == 1")
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*svc-emulator bundle*")
    assert not list(pytester.path.rglob("*.bundle.json"))


def test_trigger_that_never_fires_fails_the_test(run):
    result = run(
        """
        def test_it(svc, svc_world):
            svc_world.trigger("GET /users/me", {"drop": True})
            svc_world.trigger("POST /orgs", {"drop": True}, optional=True)
            svc.get("/users/ben")
        """
    )
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "the trigger trigger-1 never fired: the nearest request is #3, GET /v1/users/ben: *",
            "expected each trigger of a test *",
        ]
    )
    result.stdout.no_fnmatch_line("*trigger-2*")


def test_request_is_held_until_it_is_released(run):
    result = run(
        """
        from concurrent.futures import ThreadPoolExecutor

        def test_it(svc, svc_world):
            with ThreadPoolExecutor() as pool, svc_world.hold("GET /users/me") as gate:
                answers = [pool.submit(svc.get, "/users/me") for _ in range(2)]
                gate.arrived(2)
                assert gate.held == [1, 2]
                gate.release({"fail": {"status": 503}})
                gate.release_all()
                assert sorted(answer.result().status for answer in answers) == [200, 503]

        def test_still_held(svc, svc_world):
            gate = svc_world.hold("GET /users/me", name="late")
            pool = ThreadPoolExecutor()
            pool.submit(svc.get, "/users/me")
            gate.arrived()
        """
    )
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["GET /v1/users/me is held; release it, or remove the gate"])


def test_verify_names_the_near_miss(run):
    result = run(
        """
        def test_it(svc, svc_world):
            svc.get("/users/ben")
            svc_world.verify("GET /users/me")
        """
    )
    result.stdout.fnmatch_lines(
        [
            'E *expected exactly 1 of {"endpoint": "GET /users/me"}, got 0',
            "E *near miss: 1  00:00:00.000  GET /v1/users/ben  200  ada",
            "E *endpoint: expected GET /users/me, got GET /users/ben",
        ]
    )


def test_workers_of_xdist_have_worlds_apart(run):
    result = run(
        """
        import pytest

        @pytest.mark.parametrize("number", range(8))
        def test_it(svc, svc_world, number):
            svc_world.insert("orgs", {"alias": "night-shift"})
            assert number != 3
        """,
        "-n2",
        "--svc-bundle=out",
    )
    result.assert_outcomes(passed=7, failed=1)
    result.stdout.fnmatch_lines(["*svc-emulator journal*", "open it: npx svc-emulator show out/*.bundle.json"])


def test_running_server_is_used(run, pytestconfig):
    """`svc-emulator exec -- pytest`: the variables name the server."""
    run("def test_it(svc):\n    assert svc.get('/users/me').status == 200").assert_outcomes(passed=1)
    command = [pytestconfig.getoption("svc_command"), "exec", "--seed", "5", "--control-token", "secret", "--"]
    ended = subprocess.run(
        [*command, sys.executable, "-m", "pytest", "-q", "--svc-command=/nothing"], capture_output=True, text=True
    )
    assert "1 passed" in ended.stdout, ended.stdout + ended.stderr


def test_names_no_command_for_a_server_that_runs_already(run, pytestconfig):
    """`why` starts a world of its own, which may be another one."""
    run("def test_it(svc):\n    assert svc.get('/users/me').status == 201").assert_outcomes(failed=1)
    command = [pytestconfig.getoption("svc_command"), "exec", "--seed", "5", "--"]
    ended = subprocess.run([*command, sys.executable, "-m", "pytest", "-q"], capture_output=True, text=True)
    assert "svc-emulator journal" in ended.stdout, ended.stdout + ended.stderr
    assert "svc-emulator why" not in ended.stdout


def test_a_request_names_the_world_of_its_test(run):
    run(
        """
        import requests

        def test_it(svc_world):
            svc_world.update("users", "ada", {"name": "here"})
            root = svc_world.base_url.replace(f"/w/{svc_world.id}", "")
            headers = {**svc_world.headers, "x-api-key": "svc-key-ada-admin"}
            assert requests.get(root + "/users/me", headers=headers).json()["user"]["name"] == "here"
        """
    ).assert_outcomes(passed=1)


@pytest.mark.parametrize("listed", [None, "internal.example"])
def test_clients_reach_it_without_the_proxy_of_the_environment(run, monkeypatch, listed):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    if listed is not None:
        monkeypatch.setenv("NO_PROXY", listed)
    result = run(
        f"""
        import os
        import urllib.request

        def test_reaches_it(svc):
            request = urllib.request.Request(f"{{svc.base_url}}/users/me", headers=svc.headers)
            assert urllib.request.urlopen(request).status == 200
            assert os.environ["no_proxy"].startswith({listed or "127.0.0.1"!r})
        """
    )
    result.assert_outcomes(passed=1)


def test_environment_is_restored(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "internal.example")
    monkeypatch.delenv("no_proxy", raising=False)
    with without_proxy("http://emulator:4010/__emulator"):
        assert os.environ["no_proxy"] == "internal.example,127.0.0.1,localhost,::1,emulator"
    assert os.environ["NO_PROXY"] == "internal.example"
    assert "no_proxy" not in os.environ


def test_times_of_python(run):
    result = run(
        """
        from datetime import datetime, timedelta, timezone

        import pytest

        START = datetime(2026, 1, 1, tzinfo=timezone.utc)

        def test_clock(svc_world):
            assert svc_world.advance(timedelta(hours=1)) == "2026-01-01T01:00:00.000Z"
            assert svc_world.set_time(START.astimezone(timezone(timedelta(hours=-3))) + timedelta(hours=2)) == \\
                "2026-01-01T02:00:00.000Z"

        def test_record(svc_world):
            token = svc_world.insert("tokens", {"user": "ada", "token": "mine", "expires_at": START + timedelta(days=1)})
            assert token["expires_at"] == "2026-01-02T00:00:00.000Z"

        def test_other_values(svc_world):
            with pytest.raises(TypeError, match="has no time zone: expected one such as"):
                svc_world.set_time(datetime(2026, 1, 2))
            with pytest.raises(TypeError, match="expected a value that JSON can hold, got <object"):
                svc_world.insert("orgs", {"name": object()})
        """
    )
    result.assert_outcomes(passed=3)


def test_attribute_that_is_none_names_those_there_are(run):
    result = run(
        """
        import copy

        import pytest

        def test_names(svc, svc_world):
            answer = svc.get("/users/me")
            assert copy.copy(answer) == answer
            with pytest.raises(AttributeError, match="'status_code', did you mean 'status'.*known: body, headers, json, status"):
                answer.status_code
            with pytest.raises(AttributeError, match="'triggers', did you mean 'trigger'"):
                svc_world.triggers
            with pytest.raises(AttributeError, match="no attribute 'url'.*base_url"):
                svc.url
            with pytest.raises(Exception, match="holds no request; arrived.. waits for one"):
                svc_world.hold("GET /users/me").release()
        """
    )
    result.assert_outcomes(passed=1)


def test_https(run):
    result = run(
        "def test_it(svc):\n    assert svc.base_url.startswith('https') and svc.get('/users/me').status == 200",
        "--svc-flags=--tls",
    )
    result.assert_outcomes(passed=1)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://127.0.0.1:9"])
def test_url_without_a_server(run, url):
    result = run("def test_it(svc): pass", f"--svc-url={url}")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        [f"--svc-url ({url}) names no svc-emulator: the emulator at http://127.0.0.1:9/__emulator does not answer: *"]
    )


@pytest.mark.parametrize(
    ("url", "hint"),
    [
        ("localhost:8080", ", did you mean http://localhost:8080[?]"),
        ("localhost:8080/v1", ", did you mean http://localhost:8080/v1[?]"),
        ("127.0.0.1", ", did you mean http://127.0.0.1[?]"),
        ("http://localhost:port", ""),
        ("http://", ""),
        ("http://[::1", ""),
        ("ftp://localhost", ""),
    ],
)
def test_url_that_is_none(run, monkeypatch, url, hint):
    told = f"({url.replace('[', '[[]')}) is no URL of a server: expected one such as http://127.0.0.1:4010{hint}"
    result = run("def test_it(): pass", f"--svc-url={url}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: --svc-url {told}"])
    monkeypatch.setenv("SVC_API_URL", url)
    run("def test_it(): pass").assert_outcomes(passed=1)
    result = run("def test_it(svc): pass")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"the variable SVC_API_URL {told}"])


def test_start_that_fails_tells_what_the_command_said(run):
    result = run("def test_it(svc): pass", "--svc-flags=--sed 7")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["svc-emulator could not be started: `*exec --sed 7` ended with exit code 2:", "*did you mean *--seed*"]
    )


def test_start_that_hangs_ends(run, pytester):
    slow = pytester.path / "slow"
    slow.write_text("#!/bin/sh\nsleep 60 & wait\n")
    slow.chmod(0o755)
    result = run("def test_it(svc): pass", "--svc-timeout=1", command=slow)
    result.stdout.fnmatch_lines(["svc-emulator could not be started: `*slow exec` did not answer in 1 seconds (--svc-timeout gives it more)"])


@pytest.mark.parametrize(
    ("line", "shown"),
    [("Welcome to the wrapper", "Welcome to the wrapper"), ("{}", "{}"), ("a" * 201, "a" * 200 + "…")],
)
def test_start_that_says_something_else_ends(run, pytester, line, shown):
    wrapper = pytester.path / "wrapper"
    wrapper.write_text(f"#!/bin/sh\necho $$ >started\necho '{line}'\nexec sleep 60\n")
    wrapper.chmod(0o755)
    result = run("def test_it(svc): pass", command=wrapper)
    told = "*wrapper exec` ran, but its first line is no answer of `exec`: " + shown
    result.stdout.fnmatch_lines([f"svc-emulator could not be started: `{told}"])
    with pytest.raises(ProcessLookupError):
        os.kill(int((pytester.path / "started").read_text()), 0)


def test_command_that_does_not_exist(run, monkeypatch):
    result = run("def test_it(svc): pass", command="no-such-command")
    result.stdout.fnmatch_lines(["'no-such-command' cannot be started: No such file or directory (--svc-command, *)"])
    opened = tempfile.TemporaryFile()
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda: opened)
    with pytest.raises(ServerError):
        StartedServer(["no-such-command"], [], 1)
    assert opened.closed


@pytest.mark.parametrize(
    ("given", "command"),
    [
        (r"D:\x\y.exe", [r"D:\x\y.exe"]),
        (r"bin\y.exe --quiet", [r"C:\project\bin\y.exe", "--quiet"]),
        (r'"D:\two words\y.exe" "and three of them"', [r"D:\two words\y.exe", "and three of them"]),
        ("D:/x/y.exe", [r"D:\x\y.exe"]),
        ("svc-emulator", ["svc-emulator"]),
    ],
)
def test_command_of_windows(of_windows, given, command):
    assert plugin._command(of_windows(svc_command=given)) == command


def test_flags_of_windows(of_windows):
    config = of_windows(svc_flags=r"--seed 7 --record D:\out 'two words'", svc_key="own")
    assert plugin._words(config, None) == ["--seed", "7", "--record", r"D:\out", "two words", "--key", "own"]


def test_without_node(without_command):
    result = without_command()
    result.stdout.fnmatch_lines(
        ["Node is not on the PATH: install Node 20.19 or newer, name the single executable with *"]
    )


def test_without_npx(without_command):
    result = without_command(node="")
    result.stdout.fnmatch_lines(
        [
            "the package svc-emulator is not installed: looked for node_modules/.bin/svc-emulator from * upwards, "
            "for svc-emulator on the PATH, and for npx. Install it: *npm install --save-dev *svc-emulator*"
        ]
    )


def test_npx_that_finds_no_package(without_command):
    result = without_command(node="", npx='echo "npm error 404 $*" >&2; exit 1')
    result.stdout.fnmatch_lines(
        [
            "svc-emulator could not be started: `*npx --yes --package=svc-emulator@*.*.* svc-emulator exec` ended with exit code 1:",
            "npm error 404 --yes --package=svc-emulator@*",
            "Install the package: *npm install --save-dev *svc-emulator*",
        ]
    )


def test_npx_that_finds_a_package_without_its_build(without_command):
    result = without_command(node="", npx='echo "sh: 1: svc-emulator: not found" >&2; exit 127')
    result.stdout.fnmatch_lines(["sh: 1: svc-emulator: not found", "Install the package: *npm install --save-dev *"])


def test_local_command_without_node(without_command, pytester):
    bins = pytester.mkdir("node_modules") / ".bin"
    bins.mkdir()
    (bins / "svc-emulator").write_text("#!/usr/bin/env node\n")
    result = without_command()
    result.stdout.fnmatch_lines(["Node, which */node_modules/.bin/svc-emulator needs, is not on the PATH: *"])


def test_server_ends_with_pytest_that_is_killed(pytester, pytestconfig):
    pytester.makepyfile(
        "import os, signal\ndef test_it(svc_server):\n    print(svc_server.control.url, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)"
    )
    command = f"--svc-command={pytestconfig.getoption('svc_command')}"
    ended = subprocess.run([sys.executable, "-m", "pytest", "-s", command], capture_output=True, text=True)
    url = next(word for word in ended.stdout.split() if word.startswith("http"))
    from pytest_svc_emulator.control import Control, ControlError
    from pytest_svc_emulator.transport import Transport

    control = Control(url, Transport())
    with pytest.raises(ControlError, match="does not answer"):
        while True:
            time.sleep(0.02)
            control.call("GET", "/health")


def test_suite_that_does_not_use_it_needs_no_command(run):
    run("def test_it(): pass", command="no-such-command").assert_outcomes(passed=1)


def test_a_world_is_deleted_an_hour_after_its_last_request(run):
    result = run(
        """
        def test_it(svc_server, monkeypatch):
            bodies, call = [], svc_server.control.call
            monkeypatch.setattr(svc_server.control, "call", lambda *words: bodies.append(words[-1]) or call(*words))
            svc_server.create_world(seed=7).close()
            assert bodies[0] == {"idle": "1h", "seed": 7}
        """
    )
    result.assert_outcomes(passed=1)


CALLS = """
    def test_calls(svc, svc_world):
        for _ in range({times}):
            svc.get("/users/me")
        org = svc.post("/orgs", {{"name": "Mine"}}).json()["org"]["id"]
        svc.get(f"/orgs/{{org}}")
        svc_world.match_calls()
"""


def test_calls_are_kept_and_a_retry_that_was_added_is_one_changed_line(run, pytester, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    run(CALLS.format(times=1)).assert_outcomes(passed=1)
    (file,) = (pytester.path / "__snapshots__").iterdir()
    assert file.read_text().splitlines() == ["GET /users/me x1 200", "POST /orgs x1 200", "GET /orgs/<org 1> x1 200"]
    more = run(CALLS.format(times=2), "--svc-flags=--seed 7")
    more.assert_outcomes(failed=1)
    more.stdout.fnmatch_lines(
        [
            "E * the calls are not those of __snapshots__/*.calls.txt:",
            "E * -GET /users/me x1 200",
            "E * +GET /users/me x2 200",
            "E *  POST /orgs x1 200",
            "E *  GET /orgs/<org 1> x1 200",
            "E *if they shall be so: pytest --svc-update",
        ]
    )
    run(CALLS.format(times=2), "--svc-update").assert_outcomes(passed=1)
    run(CALLS.format(times=2), "--svc-flags=--seed 7").assert_outcomes(passed=1)
    assert file.read_text().splitlines()[0] == "GET /users/me x2 200"


def test_calls_that_nobody_kept_fail_where_ci_is_set(run, pytester, monkeypatch):
    monkeypatch.setenv("CI", "true")
    result = run(CALLS.format(times=1))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *__snapshots__/*.calls.txt is missing; a run without CI, or with --svc-update, *"])
    assert not (pytester.path / "__snapshots__").exists()


def test_calls_are_not_compared_where_the_journal_dropped_some(run):
    result = run(CALLS.format(times=5), "--svc-flags=--journal 3")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *the journal no longer keeps * of the calls; keep more: *"])
