"""The real app with another transport to other devices: `python -m tests.links.linked_app FOLDER HCI | tcp`."""

import sys
from collections.abc import Mapping
from pathlib import Path

from damaci.cli.app import bind
from damaci.cli.local import create_local_app
from damaci.home.settings import HomeSettings
from damaci.links.link import Transport
from damaci.links.tcp import Tcp
from damaci.site.server import serve


def transports(means: str) -> Mapping[str, Transport]:
    if means == "tcp":
        return {"tcp": Tcp("127.0.0.1")}
    from tests.links.bumble_radio import BumbleRadio

    return {"bluetooth": BumbleRadio(means)}


def main(folder: str, means: str) -> None:
    listener = bind("127.0.0.1", 0)
    serve(
        listener,
        create_local_app(HomeSettings(data_dir=Path(folder)), lambda: transports(means)),
        lambda address: print(address, flush=True),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
