"""How a man and a dama move and capture: the first lesson for somebody who has never played."""

from damaci.lessons.lesson import Lesson, Step

MOVES = (
    Lesson(
        "moves",
        "How the pieces move",
        (
            Step(
                "A man moves one square forward, left or right. Move the man on d4 forward.",
                ("d4-d5",),
                "One square up the board, towards the last rank. A man never goes back, and never diagonally.",
                fen="W:Wd4,g3:Bb7,g7",
                astray="That is a move too. This time the man on d4 goes forward, up the board.",
            ),
            Step(
                "Now move the man on d5 to the left or to the right.",
                ("d5-c5", "d5-e5"),
                "Sideways is one square too. From here it could even go back to where it was.",
                fen="W:Wd5,g3:Bb7,g6",
                astray="That is a move too. This time the man on d5 goes left or right.",
            ),
            Step(
                "A man takes an enemy beside it by jumping to the free square behind. Take the man on d5.",
                ("d4xd6",),
                "The man on d5 is gone. Left and right it works the same way. And who can take has to take.",
                fen="W:Wd4,g2:Bd5,b7",
            ),
            Step(
                "If a man can take again from where it lands, it goes on in the same move. Take both.",
                ("d3xf5",),
                "Two in one move: up over d4, then right over e5.",
                fen="W:Wd3,g2:Bd4,e5,a7",
            ),
            Step(
                "On the last rank a man becomes a dama. One step is missing.",
                ("f7-f8",),
                "A dama! From your next turn on it moves in a new way.",
                fen="W:Wf7,b3:Ba6,h5",
                astray="That is a move too, but the last rank is one step away from f7.",
            ),
            Step(
                "A dama goes as far as you like: up, down, left or right. Bring it all the way down to f1.",
                ("f8-f1",),
                "Seven squares in one move, and backwards too: no man can do that.",
                fen="W:WKf8,b3:Ba6,h5",
                astray="That is a move too. This time the dama goes down to f1.",
            ),
            Step(
                "A dama takes from far away and lands on any free square behind. Take the man on d5.",
                ("d1xd6", "d1xd7", "d1xd8"),
                "You may choose where it lands: here d6, d7 or d8. Now you know all the moves there are.",
                fen="W:WKd1,b2:Bd5,h6",
            ),
        ),
    ),
)
