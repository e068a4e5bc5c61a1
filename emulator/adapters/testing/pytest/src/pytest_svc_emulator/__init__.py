"""The svc emulator in pytest: the fixtures ``svc`` and ``svc_world``."""

from .api import Answer, Api
from .control import ControlError
from .gate import Gate
from .server import Server
from .world import World

__all__ = ["Answer", "Api", "ControlError", "Gate", "Server", "World"]
