"""Environments for reinforcement learning with PettingZoo and Gymnasium. Needs `pip install 'damaci[rl]'`.

>>> from damaci.rl import TwoPlayers
>>> env = TwoPlayers("world")
>>> env.reset()
>>> env.agent_selection, int(env.observe("white")["action_mask"].sum())
('white', 22)
"""

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as missing:
    raise ImportError("damaci.rl needs Gymnasium and PettingZoo. To get them: pip install 'damaci[rl]'") from missing

from damaci.rl.against_engine import AgainstEngine
from damaci.rl.self_play import SelfPlay
from damaci.rl.two_players import TwoPlayers

__all__ = ["AgainstEngine", "SelfPlay", "TwoPlayers"]

gymnasium.register("damaci/AgainstEngine-v0", "damaci.rl.against_engine:AgainstEngine")
gymnasium.register("damaci/SelfPlay-v0", vector_entry_point="damaci.rl.self_play:SelfPlay")
