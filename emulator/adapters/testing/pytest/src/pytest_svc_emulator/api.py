"""The API as a test reaches it: addresses, a key, and requests."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from .attributes import Named
from .transport import TIMEOUT, Answer
from .world import World

# Headers that carry a credential, in lower case.
_CREDENTIALS = {"authorization", "x-api-key"}

# A failed test shows its own line, not those of this file.
__tracebackhide__ = True


class Api(Named):
    """The API in the world of one test."""

    def __init__(self, world: World) -> None:
        self._world = world

    @property
    def base_url(self) -> str:
        """Root of the REST API, with ``/v1``."""
        return self._world.base_url

    @property
    def realtime_url(self) -> str:
        """Address of the realtime API: add ``?api_key=…``."""
        return self._world.realtime_url

    @property
    def ca_file(self) -> Optional[str]:
        """Certificate authority to trust, of a server with ``--tls``."""
        return self._world.server.ca_file

    @property
    def api_key(self) -> str:
        """The key of ``--svc-key``, or the first admin key of the world."""
        return self._world.find_key()

    @property
    def headers(self) -> Mapping[str, str]:
        """The header that carries the key."""
        return {"X-API-Key": self.api_key}

    @property
    def variables(self) -> Mapping[str, str]:
        """Variables for a client: ``subprocess.run(…, env={**os.environ, **svc.variables})``."""
        return {"SVC_API_URL": self.base_url, "SVC_REALTIME_URL": self.realtime_url, "SVC_API_KEY": self.api_key}

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = TIMEOUT,
    ) -> Answer:
        """
        Sends a request of the API: ``svc.request("POST", "/orgs", {"alias": "night-shift"})``. A refusal is an answer,
        too. It carries ``api_key``, unless ``key`` names another or none (``""``), or the headers have a credential.
        Raises ``OSError`` where the connection ends without a whole answer, or brings nothing for ``timeout`` seconds.
        """
        if not path.startswith("/"):
            raise ValueError(f"expected a path below the API such as /users/me, got {path!r}")
        own = headers or {}
        if key is None:
            key = "" if any(name.lower() in _CREDENTIALS for name in own) else self.api_key
        sent = {**({"X-API-Key": key} if key else {}), **own}
        return self._world.server.transport.send(method, self.base_url + path, body, sent, timeout=timeout)

    def get(self, path: str, *, key: Optional[str] = None) -> Answer:
        """Sends a ``GET`` request, with the key unless ``key`` says otherwise."""
        return self.request("GET", path, key=key)

    def post(self, path: str, body: Any = None, *, key: Optional[str] = None) -> Answer:
        """Sends a ``POST`` request, with a body if one is given, and with the key unless ``key`` says otherwise."""
        return self.request("POST", path, body, key=key)

    def put(self, path: str, body: Any = None, *, key: Optional[str] = None) -> Answer:
        """Sends a ``PUT`` request, with a body if one is given, and with the key unless ``key`` says otherwise."""
        return self.request("PUT", path, body, key=key)

    def patch(self, path: str, body: Any = None, *, key: Optional[str] = None) -> Answer:
        """Sends a ``PATCH`` request, with a body if one is given, and with the key unless ``key`` says otherwise."""
        return self.request("PATCH", path, body, key=key)

    def delete(self, path: str, *, key: Optional[str] = None) -> Answer:
        """Sends a ``DELETE`` request, with the key unless ``key`` says otherwise."""
        return self.request("DELETE", path, key=key)
