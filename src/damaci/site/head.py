"""What an app adds to the head of its pages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Head:
    """The parts of a page's head that depend on how the app is served. Files are named as in `Assets.url`."""

    entry: str = ""
    """The module that starts the page's own one when the page has its data; empty if it has them from the beginning."""
    early: tuple[str, ...] = ("early.js",)
    """Scripts that run before anything is shown."""
    manifest: str = ""
    """The address of the web app's manifest, if it is not the common one; `{lang}` is the page's language, here and
    below."""
    installer: str = ""
    """The address of the service worker; empty if there is none."""
    meanwhile: str = ""
    """The address of the service worker of an app that needs no server, which is fetched too; empty without one."""
    policy: str = ""
    """The content security policy, if the app cannot send it as a header."""
    texts: str = ""
    """The address of the texts for the page's scripts, if the page does not contain them."""
