"""The real app with another way of reaching devices: `python -m tests.links.linked_app FOLDER HCI | tcp`."""

import sys
from collections.abc import Mapping
from pathlib import Path

from damaci.cli.app import bind
from damaci.links.link import Transport
from damaci.links.tcp import Tcp
from damaci.web.app import create_app
from damaci.web.server import serve
from damaci.web.settings import WebSettings


def transports(means: str) -> Mapping[str, Transport]:
    if means == "tcp":
        return {"tcp": Tcp("127.0.0.1")}
    from tests.links.bumble_radio import BumbleRadio

    return {"bluetooth": BumbleRadio(means)}


def main(folder: str, means: str) -> None:
    listener = bind("127.0.0.1", 0)
    serve(
        listener,
        create_app(WebSettings(data_dir=Path(folder)), lambda: transports(means)),
        lambda address: print(address, flush=True),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
