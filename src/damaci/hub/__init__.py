"""Hub, the draughts world's protocol (version 2): our engine speaks it, and any engine that speaks it can be driven.

docs/08-engine.md says how it is spoken for boards of 64 squares.
"""

from damaci.hub.answer import Answer, Info
from damaci.hub.client import Client
from damaci.hub.errors import EngineDied, EngineSilent, HubError, IllegalAnswer, Nonsense
from damaci.hub.server import Server

__all__ = ["Answer", "Client", "EngineDied", "EngineSilent", "HubError", "IllegalAnswer", "Info", "Nonsense", "Server"]
