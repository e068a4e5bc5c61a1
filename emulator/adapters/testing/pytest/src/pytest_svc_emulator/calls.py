"""The calls of a test, compared with those that a file keeps."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from .report import file_name

# A failed test shows its own line, not those of this file.
__tracebackhide__ = True


@dataclass
class KeptCalls:
    """The files of one test. ``update``: rewrites them."""

    folder: Path
    test: str
    update: bool
    compared: int = 0

    def match(self, calls: Sequence[str]) -> None:
        """
        Compares with the file of the test, which the first run writes, except where ``CI`` is set. Raises
        ``AssertionError`` with the lines that differ.
        """
        self.compared += 1
        number = "" if self.compared == 1 else f"-{self.compared}"
        file = self.folder / "__snapshots__" / file_name(self.test, f"{number}.calls.txt")
        shown = os.path.relpath(file, self.folder)
        if self.update or not (file.exists() or os.environ.get("CI")):
            file.parent.mkdir(exist_ok=True)
            file.write_text("".join(f"{line}\n" for line in calls), encoding="utf-8")
        if not file.exists():
            raise AssertionError(f"{shown} is missing; a run without CI, or with --svc-update, writes it")
        kept = file.read_text(encoding="utf-8").splitlines()
        if kept == list(calls):
            return
        lines = list(difflib.unified_diff(kept, calls, lineterm="", n=max(len(kept), len(calls))))[3:]
        raise AssertionError(
            "\n".join([f"the calls are not those of {shown}:", *lines, "if they shall be so: pytest --svc-update"])
        )
