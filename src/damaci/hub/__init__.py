"""Hub, the usual protocol of draughts engines (version 2): our engine speaks it, and any engine that speaks it can be
used.

docs/08-engine.md describes the protocol for boards of 64 squares.
"""

from damaci.hub.answer import Answer, Info
from damaci.hub.client import Client
from damaci.hub.errors import EngineDied, EngineSilent, HubError, IllegalAnswer, Nonsense
from damaci.hub.server import Server

__all__ = ["Answer", "Client", "EngineDied", "EngineSilent", "HubError", "IllegalAnswer", "Info", "Nonsense", "Server"]
