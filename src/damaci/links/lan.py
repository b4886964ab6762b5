"""Announces and finds games on the local network by zeroconf (mDNS)."""

import asyncio
from collections.abc import Sequence

from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from damaci.links.link import LinkLost, Near
from damaci.links.messages import clean_name

SERVICE = "_damaci._tcp.local."
LOOK_SECONDS = 1.5
"""Seconds to wait for answers from other machines."""
MAX_FOUND = 50


class LanAnnouncement:
    """The announcement of one offer on the local network."""

    def __init__(self) -> None:
        self._zeroconf: AsyncZeroconf | None = None

    async def start(self, host: str, port: int, name: str, ruleset: str) -> None:
        """Announces an offer at an address, replacing the former announcement. Raises LinkLost without a
        network."""
        await self.stop()
        # A service name has to be unique on the network; the page shows the name in its properties.
        info = AsyncServiceInfo(
            SERVICE,
            f"{host}-{port}.{SERVICE}",
            port=port,
            parsed_addresses=[host],
            server=f"damaci-{host.replace('.', '-')}.local.",
            properties={"name": name, "ruleset": ruleset},
        )
        try:
            self._zeroconf = AsyncZeroconf()
            await self._zeroconf.async_register_service(info)
        except OSError as error:
            await self.stop()
            raise LinkLost(f"cannot be found on this network: {error.strerror or error}") from error

    async def stop(self) -> None:
        """Withdraws the announcement, also from other machines' caches."""
        if self._zeroconf:
            await self._zeroconf.async_unregister_all_services()
            await self._zeroconf.async_close()
            self._zeroconf = None


async def look_around(seconds: float = LOOK_SECONDS) -> Sequence[Near]:
    """Returns the offers that are announced on the network within `seconds`. Raises LinkLost without a network."""
    names: set[str] = set()

    def found(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is not ServiceStateChange.Removed and len(names) < MAX_FOUND:
            names.add(name)

    try:
        async with AsyncZeroconf() as zeroconf:
            browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[found])
            await asyncio.sleep(seconds)
            await browser.async_cancel()
            infos = [AsyncServiceInfo(SERVICE, name) for name in sorted(names)]
            known = await asyncio.gather(*(info.async_request(zeroconf.zeroconf, 1000 * seconds) for info in infos))
    except OSError as error:
        raise LinkLost(f"cannot look around on this network: {error.strerror or error}") from error
    return [near for info, answered in zip(infos, known, strict=True) if answered and (near := _near(info))]


def _near(info: AsyncServiceInfo) -> Near | None:
    addresses = info.parsed_addresses()
    if not addresses or not info.port:
        return None
    texts = info.decoded_properties
    return Near(
        f"{addresses[0]}:{info.port}", clean_name(texts.get("name") or ""), clean_name(texts.get("ruleset") or "")[:32]
    )
