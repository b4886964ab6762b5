"""The card of a file of weights: what it was made from, and the commands that make it again."""

import hashlib
from dataclasses import dataclass
from importlib.metadata import version

from lab.command_line import option
from lab.files import About
from lab.fit import Losses, Settings
from lab.runs import Runs


@dataclass(frozen=True, slots=True)
class Card:
    """The facts about one fit."""

    about: About
    """How the positions were made."""
    learned_from: int
    """Number of positions in the training set."""
    held_out: int
    settings: Settings
    losses: Losses
    tables: bytes

    def markdown(self) -> str:
        """The card as Markdown."""
        about = self.about
        settings = self.settings
        losses = self.losses
        options = f"--lam {settings.lam:g} --k {settings.k:g} --epochs {settings.epochs}"
        relabelled = about.get("relabelled", 0)  # files of earlier versions do not say
        runs = Runs(about["ruleset"], about["runs"])
        judged = f"{losses.learned:.5f}; hand-made evaluation alone {losses.hand_made:.5f}; at best {losses.floor:.5f}"
        return f"""# Weights for `{about["ruleset"]}`

| | |
|---|---|
| games of self-play | {about["games"]:,} |
| positions recorded | {about["recorded"]:,} |
| quiet ones that endgame tables relabelled | {relabelled:,} |
| quiet, undecided, each once | {self.learned_from:,} to learn from, {self.held_out:,} of other games to judge by |
| label | {settings.lam:g} of the game's result, {1 - settings.lam:g} of the search's score, K = {settings.k:g} |
| epochs | {settings.epochs} |
| loss on the games held out | {judged} |
| SHA-256 of the positions | `{about["sha256"]}` |
| SHA-256 of the tables | `{hashlib.sha256(self.tables).hexdigest()}` |
| made by | Damacı {version("damaci")} |

To make them again, where weights are named by the SHA-256 of their tables:

```sh
{runs.commands}
python -m lab select {" ".join(runs.folders)} --out positions.npz{option("--tables TABLES", relabelled)}
python -m lab fit positions.npz --out {about["ruleset"]}.weights {options}
```
"""
