"""Lessons about forcing moves: since capturing is compulsory, a player can decide what the opponent captures."""

from damaci.lessons.lesson import Lesson, Step

FORCING = (
    Lesson(
        "give-one-take-two",
        "Give one, take two",
        (
            Step(
                (
                    "Black’s man on d2 is one step from the last rank. Offer a man that Black has to take, and there "
                    "is no time for that."
                ),
                ("a3-b3",),
                "Black has no choice: b4 has to take b3.",
                fen="W:Wd4,a3,a2:Bd6,b4,d2",
                reply="b4xb2",
                astray="That is not it. Where must the man on b4 land, so that your man on a2 can take it?",
            ),
            Step(
                "Now take as many as you can.",
                ("a2xe2",),
                (
                    "One given, two taken, and the dangerous man is gone. A capture is compulsory: that is your "
                    "steering wheel."
                ),
            ),
        ),
    ),
    Lesson(
        "give-one-take-three",
        "Give one, take three",
        (
            Step(
                "Give one man, and three black men will stand in a row for you. Which one?",
                ("f5-g5",),
                "Black has to take with g6, and lands right beside your man on h4.",
                fen="W:Wf5,h4,h3,f2:Bb6,g6,c4,e4",
                reply="g6xg4",
                astray="Three black men are not in a row yet. Where must Black’s man on g6 land to complete it?",
            ),
            Step(
                "Collect them.",
                ("h4xb4",),
                (
                    "Three for one. Before you give a piece, look where the taker will land, and whether your next "
                    "jump begins there."
                ),
            ),
        ),
    ),
    Lesson(
        "give-a-dama",
        "Give a man, come back as a dama",
        (
            Step(
                "A step onto the last rank can be a gift as well. Which man goes there, and which one is given?",
                ("c7-c8",),
                "Black has to take b7 and lands on c7, right below your new dama.",
                fen="W:Wb7,c7,h7,d6:Ba7,a5,c5,g3,h2",
                reply="a7xc7",
                astray="The man on h2 is still running. Which step onto the last rank forces Black to take?",
            ),
            Step(
                "Your dama can turn corners. How many can it take?",
                ("c8xh1",),
                "Four, and the last of them stood one step from becoming a dama.",
            ),
        ),
    ),
)

PROMOTION = (
    Lesson(
        "first-to-the-last-rank",
        "Someone must be first",
        (
            Step(
                "Both sides are close to a dama. You move first: use it.",
                ("e7-e8",),
                "A dama, and Black has no time for one: a3 has to take b3.",
                fen="W:We7,b3:Be5,a3",
                reply="a3xc3",
                astray="Then Black can get a dama too. Is there something faster?",
            ),
            Step(
                "Finish the game with your dama.",
                ("e8xa3", "e8xb3"),
                (
                    "Down, round the corner, and nothing is left. A dama is worth several men, so one move can decide "
                    "a race."
                ),
            ),
        ),
    ),
    Lesson(
        "stop-the-runner",
        "Stop the runner",
        (
            Step(
                "You can take either of two men. Which of them must not be left on the board?",
                ("h2xf2",),
                "The man on g2 would have become a dama. The one on g3 still has to pass you.",
                fen="W:Wh3,h2:Bg3,g2",
                reply="g3-g2",
                astray="Both take one, so both are allowed. But the man on g2 then becomes a dama.",
            ),
            Step(
                "And now?",
                ("f2xh2",),
                (
                    "Black has nothing left. Among equal captures you choose: take the piece that is nearest to "
                    "becoming a dama."
                ),
            ),
        ),
    ),
)
