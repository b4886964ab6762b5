"""The ten positions with which the federation explains its rules, as lessons to solve."""

from damaci.lessons.lesson import Lesson, Step

WORKED = (
    Lesson(
        "most-1",
        "Take as many as you can",
        (
            Step(
                "The man on f3 can take in two ways. Play the one that takes more.",
                ("f3xb7",),
                "Four pieces: up, left, up and left again. When one way takes more than another, it has to be played.",
                fen="W:Wf3:Bc7,d6,e5,g5,f4",
            ),
        ),
    ),
    Lesson(
        "most-2",
        "Count before you jump",
        (
            Step(
                "Three ways lead off from f3: they take four, five and six. Find the six.",
                ("f3xb7",),
                (
                    "The long way round takes six. The short way ends on the same square and is still not allowed: "
                    "only the count matters."
                ),
                fen="W:Wf3:Bc7,e7,g7,d6,h6,e5,g5,f4",
            ),
        ),
    ),
    Lesson(
        "corners",
        "A dama turns corners",
        (
            Step(
                "You have one dama, White has eight men. Take them all in one move.",
                ("c8xa2",),
                "Eight! A piece leaves the board the moment it is taken, so at the end the dama flies over "
                "squares it has just cleared. "
                "Several ways take all eight, and they count as one move.",
                fen="B:Wc5,g4,c3,f3,h3,b2,e2,g2:BKc8",
            ),
        ),
    ),
    Lesson(
        "no-turning-back",
        "No turning right round",
        (
            Step(
                "Take as many as the rules let you take. Mind the man on b2.",
                ("c8xh2",),
                (
                    "Four, and the dama stops on h2. To take b2 it would have to turn right round, and a dama that "
                    "takes never does."
                ),
                fen="B:Wc5,c3,b2,e2,g2:BKc8",
            ),
        ),
    ),
    Lesson(
        "crowned-by-taking",
        "Crowned when the move ends",
        (
            Step(
                "Take with the man on e4, all the way to the last rank.",
                ("e4xe8",),
                (
                    "Two, and the man stops on e8. It becomes a dama only now that its move is over, so it could not "
                    "fly on to b8 and a7."
                ),
                fen="W:We4:BKb8,a7,e7,e5",
            ),
        ),
    ),
    Lesson(
        "crowned-by-stepping",
        "Stepping onto the last rank",
        (
            Step(
                "Step onto the last rank, right beside the black dama.",
                ("f7-f8",),
                "A dama. But a step is a whole move: it cannot take e8 as well. Now it is Black’s turn.",
                fen="W:Wf7,e3,d2:BKe8",
                astray="That is allowed, but the last rank is only one step away.",
            ),
            Step(
                "Now you are Black. The new dama on f8 stands right beside yours. What has to be taken?",
                ("e8xc2", "e8xb2", "e8xa2"),
                (
                    "Taking f8 would be one piece, e3 and d2 are two. The larger number has to be taken, even when a "
                    "dama could be had."
                ),
                fen="B:WKf8,e3,d2:BKe8",
            ),
        ),
    ),
    Lesson(
        "through-the-last-rank",
        "On and on as a man",
        (
            Step(
                "Take with the man on f6, and see what it can still do on the last rank.",
                ("f6xd8",),
                (
                    "It jumped to f8 and, still a man, took the dama beside it. Who gets to the last rank by taking "
                    "goes on taking sideways."
                ),
                fen="W:Wf6:BKe8,f7",
            ),
        ),
    ),
    Lesson(
        "free-choice",
        "Equal numbers: you choose",
        (
            Step(
                "The man and the dama can take one piece each. Take whichever you like.",
                ("e5xg5", "h1xh7", "h1xh8"),
                (
                    "Every capture here takes one, so all are allowed. Among equals you are free, and a dama does not "
                    "come before a man."
                ),
                fen="W:We5,Kh1:Bh6,f5",
            ),
        ),
    ),
    Lesson(
        "man-first",
        "When the man takes more",
        (
            Step(
                "Who has to take here, the man or the dama?",
                ("e5xg7",),
                "The man takes two, the dama could take only one. The number decides, not the rank.",
                fen="W:We5,Kh1:Bg6,h6,f5",
            ),
        ),
    ),
    Lesson(
        "dama-first",
        "Even into danger",
        (
            Step(
                "Take the larger number, whatever comes of it.",
                ("h1xf7",),
                "The dama takes two, and Black can take it back. It makes no difference: two are more than one, so two "
                "had to be taken. This is what forcing moves are made of.",
                fen="W:We5,Kh1:Bd7,e7,g7,f6,h6,f5",
                reply="e7xg7",
            ),
        ),
    ),
)
