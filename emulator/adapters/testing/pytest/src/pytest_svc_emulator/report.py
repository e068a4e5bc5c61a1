"""Texts about a world: lines of its journal, verdicts, names of files."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Mapping, Sequence

# Entries that a report of a failed test shows; the rest is counted.
MAX_ENTRIES = 50

REPORT_DEFECT = (
    "Please report it: `svc-emulator doctor` prints what a report needs, "
    "`svc_world.control('GET', '/bundle')` gives the run as a file."
)


def journal_text(entries: Sequence[Mapping[str, Any]]) -> str:
    """The newest entries, one in a line, with what helps to debug them below."""
    shown = entries[-MAX_ENTRIES:]
    earlier = len(entries) - len(shown)
    lines = [f"({earlier} earlier entries are left out)"] if earlier else []
    for entry in shown:
        lines += entry_lines(entry)
    return "\n".join(lines) or "(nothing was sent to this world)"


def entry_lines(entry: Mapping[str, Any]) -> list[str]:
    """``1  00:00:00.000  GET /v1/users/me  200  ada``, with triggers and notes below."""
    lines = [f"{entry['number']}  {entry['at'][11:23]}  {_happened(entry)}"]
    if entry.get("triggers"):
        lines.append(f"   trigger: {', '.join(entry['triggers'])}")
    lines += [f"   note: {note}" for note in entry.get("notes", ())]
    if entry.get("defect"):
        lines += [f"   {line}" for line in _defect_lines(entry)]
    return [_printable(line) for line in lines]


def _defect_lines(entry: Mapping[str, Any]) -> list[str]:
    if entry.get("beside"):
        return [f"the hook beside failed: {entry['defect']}"]
    return [f"defect of the emulator: {entry['defect']}", REPORT_DEFECT]


def _happened(entry: Mapping[str, Any]) -> str:
    request, response, error = entry.get("request"), entry.get("response"), entry.get("error")
    caller = entry.get("caller") or "nobody"
    failed = f" (answer {entry['delivery']})" if entry.get("delivery") else ""
    if entry["via"] == "socket":
        return f"call {entry['unit'] or '?'}  {error or 'ok'}{failed}  {caller}"
    if entry["via"] == "http" and request is not None:
        status = response["status"] if response is not None else "no answer"
        return f"{request['method']} {request['url']}  {status}{f' {error}' if error else ''}{failed}  {caller}"
    if entry.get("did"):
        return entry["did"]
    work = entry.get("work")
    return "  ".join(
        text for text in (entry["via"], entry.get("unit"), f"{work['table']} {work['id']}" if work else None) if text
    )


def verdict_lines(match: Mapping[str, Any], verdict: Mapping[str, Any]) -> list[str]:
    """Why ``verify`` failed: expected and counted, then the nearest requests with what differed."""
    lines = [f"expected {verdict['expected']} of {json.dumps(match)}, got {verdict['count']}"]
    if verdict.get("undecided"):
        lines.append(verdict["undecided"])
    for miss in verdict["near_misses"]:
        first, *_ = entry_lines(miss["entry"])
        lines.append(f"near miss: {first}")
        lines += [
            f"   {difference['field']}: expected {difference['expected']}, got {difference['actual']}"
            for difference in miss["differences"]
        ]
    return lines


def file_name(test: str, ending: str) -> str:
    """A file name for a test, one for each id: ``test_orgs.py-test_create-1f9c0a2b.bundle.json``."""
    words = re.sub(r"[^\w.]+", "-", test, flags=re.ASCII).strip("-.")
    digest = hashlib.sha256(test.encode()).hexdigest()[:8]
    return f"{words[-80:].lstrip('-.')}-{digest}{ending}"


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
