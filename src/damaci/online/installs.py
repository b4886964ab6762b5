"""What browsers keep of the server's pages when they are installed like an app."""

from dataclasses import replace

from damaci.online.addresses import ADDRESSES, OPERATOR, WITH_STUDY
from damaci.site.built_site import PLACE, WORKER
from damaci.site.installing import INSTALLABLE, Install

INSTALL = Install(
    "offline/network.html",
    {name: ADDRESSES.page(name) for name in ("puzzles", "learn")},
    direct=OPERATOR,
)
STUDIED = Install(
    "offline/network.html",
    {name: WITH_STUDY.page(name) for name in ("puzzles", "analysis", "learn")},
    opens=f"{PLACE}{{lang}}/games.html",
    meanwhile=f"{PLACE}{{lang}}/",
    direct=OPERATOR,
)
"""Used when the server has the site without a server: that opens files, and works without a network."""
WITH_SITE = replace(INSTALLABLE, meanwhile=f"{PLACE}{WORKER}")
