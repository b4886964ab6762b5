"""A browser on a machine without the app."""

import httpx

from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER
from tests.support import PATIENCE


class Browser:
    """Connects to the app as a phone in the same network does."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = httpx.Client(
            base_url=address, cookies={TOKEN_COOKIE: "x"}, headers={"connection": "close"}, timeout=PATIENCE
        )

    def join(self, code: str, name: str = "Mehmet", **headers: str) -> httpx.Response:
        return self.post("/api/join", {"name": name, "code": code}, **headers)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.client.get(path, headers=headers)

    def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        return self.client.post(path, json=body, headers={TOKEN_HEADER: "x"} | headers)
