"""Attributes that an object of the plugin does not have: the message says which it has."""

from __future__ import annotations

from difflib import get_close_matches


class Named:
    """A base whose ``AttributeError`` names the near miss, and everything there is."""

    def __getattr__(self, name: str) -> object:
        kind = type(self)
        said = f"'{kind.__name__}' object has no attribute '{name}'"
        if name.startswith("_"):
            raise AttributeError(said)
        known = sorted(each for each in {*dir(kind), *vars(self)} if not each.startswith("_"))
        near = get_close_matches(name, known, n=1)
        hint = f", did you mean '{near[0]}'?" if near else ""
        raise AttributeError(f"{said}{hint} (known: {', '.join(known)})")
