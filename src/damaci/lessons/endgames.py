"""Lessons about endings: what a dama can do, how games are won in the end, and how they are drawn."""

from damaci.lessons.lesson import Lesson, Step

KINGS = (
    Lesson(
        "decoy",
        "Give a dama, take two",
        (
            Step(
                "You have two damas, Black has a dama and a man. Give one away so that the other can take both.",
                ("c6-c4",),
                "Black’s man has to take, and lands on d4, in the line of your other dama.",
                fen="W:WKc6,Kd2:BKf7,b4",
                reply="b4xd4",
                astray="There is a win at once: which square makes the black man jump into your line?",
            ),
            Step(
                "Now take both. Choose your landing so that you can turn the corner.",
                ("d2xg7", "d2xh7"),
                "Up the file past d4, round the corner on d7, and the dama on f7 is gone too.",
            ),
        ),
    ),
)

ENDINGS = (
    Lesson(
        "two-catch-one",
        "Two damas catch one",
        (
            Step(
                (
                    "One dama against one would be a draw, so keep both of yours. First take the last rank from "
                    "Black’s dama."
                ),
                ("a3-a8",),
                "On any other square you take it; only the corner is left.",
                fen="W:WKa3,Ke1:BKe8",
                reply="e8-h8",
                astray="That lets Black’s dama get away for now. Attack it along its own rank.",
            ),
            Step(
                "One side of the corner is guarded. Close the other one.",
                ("e1-h1",),
                "Black has to move, and every square is in the line of one of your damas.",
                reply="h8-h2",
                astray="Black slips out. Which file leads away from h8?",
            ),
            Step(
                "Take the last piece.",
                tuple(f"h1xh{rank}" for rank in "345678"),
                "Won. Two damas can drive one into a corner: one guards the rank, one the file.",
            ),
        ),
    ),
    Lesson(
        "shut-the-door",
        "Shut the door",
        (
            Step(
                "Win without taking anything: leave Black without a move.",
                ("e3-f3",),
                (
                    "Nothing can move and nothing can be taken. Who has no move left has lost, however many pieces are "
                    "on the board."
                ),
                fen="W:Wg2,g3,f2,e3,Kh1:Bh2,h3",
                astray="Black can still move or take. Where would the man on h3 land?",
            ),
        ),
    ),
)

DRAWS = (
    Lesson(
        "save-the-game",
        "One each is a draw",
        (
            Step(
                "Black is about to have a second dama. Save the game: one piece on each side is a draw at once.",
                ("b4-c4",),
                "You give your dama, and Black’s dama has to take it.",
                fen="W:Wa4,Kb4:BKh4,d2",
                reply="h4xb4",
                astray="That loses. Could the damas be exchanged?",
            ),
            Step(
                "Take back.",
                ("a4xc4",),
                (
                    "A man against a man: drawn on the spot, although Black’s man was almost a dama. When you are "
                    "losing, count the pieces."
                ),
            ),
        ),
    ),
    Lesson(
        "keep-the-win",
        "Mind the last exchange",
        (
            Step(
                (
                    "You can win Black’s dama. But one piece on each side would be only a draw: take it so that the "
                    "man falls too."
                ),
                ("e1-a1",),
                "Black’s dama has to take g2 and lands on g1, in your line.",
                fen="W:Wg2,Ke1:BKg5,h4",
                reply="g5xg1",
                astray="That is not enough to win. From which square can you take on g1 and then turn up the edge?",
            ),
            Step(
                "Take both.",
                tuple(f"a1xh{rank}" for rank in "5678"),
                (
                    "The dama on g1 and, round the corner, the man on h4. From h1 you would have taken only one, and "
                    "one each is a draw."
                ),
            ),
        ),
    ),
)

BULGARIAN = (
    Lesson(
        "your-choice",
        "Choose freely, finish it",
        (
            Step(
                "By the Bulgarian rules you may choose any capture. Play the longer one, to its end.",
                ("c3xg7",),
                "Two pieces. You were free to take just one on b4, but a capture once begun has to be finished.",
                fen="W:Wc3:Bf6,b4,d4",
                astray="That is allowed here: the smaller capture may be chosen. This time, find the longer one.",
            ),
        ),
        ruleset="bulgarian",
    ),
    Lesson(
        "dama-before-man",
        "The dama goes first",
        (
            Step(
                "The man and the dama could both take. Who has to?",
                ("a1xe5",),
                "The dama. By these rules it goes before a man, and lands right behind what it takes.",
                fen="W:Wh2,Ka1:Bd4,g3",
            ),
        ),
        ruleset="bulgarian",
    ),
)
