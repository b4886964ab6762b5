"""How fast the search is, on one core: `python -m benchmarks.search`. The sum of nodes is the same on every machine."""

from time import process_time

from damaci import Engine, Position

MEGABYTES = 64
POSITIONS = [  # ruleset, position, depth
    ("turkish", "W:Wa3,b3,c3,d3,e3,f3,g3,h3,a2,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6", 13),
    ("turkish", "W:Wc4,f4,g4,h4,b3,d3,f3,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,c6,f6,g6,h6,b5,e5", 11),
    ("turkish", "B:Wa4,d4,b3,c3,e3,f3,g3,h3,a2,b2,d2,e2,g2,h2:Ba7,b7,c7,e7,f7,g7,h7,a6,d6,f6,b5,g5,h5,g4", 12),
    ("turkish", "W:Wb5,a4,g4,h4,d3,f3,h3,g2:Bd7,f7,c6,g6,h6,e5,f5", 14),
    ("turkish", "B:WKg8,a4,d4,f4,b3,d3,e3,g3,d2,f2,h2:Ba7,c7,e7,h7,a6,d6,f6,e5,h4,Kc1", 10),
    ("turkish", "W:WKa8,a6,c5,a4,c3,g2:Bc7,g4,Kb1", 13),
    ("world", "W:Wa3,b3,c3,d3,e3,f3,g3,h3,a2,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6", 10),
    ("bulgarian", "W:Wb2,d2,f2,h2,a3,c3,e3,g3,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6", 18),
]


def main() -> None:
    """Searches each position with an empty memory."""
    total_nodes, total_seconds = 0, 0.0
    for ruleset, fen, depth in POSITIONS:
        engine, begin = Engine(MEGABYTES), process_time()
        analysis = engine.analyse(Position.from_fen(fen, ruleset), depth=depth)
        seconds = process_time() - begin
        speed = analysis.nodes / seconds / 1e6
        print(f"{ruleset:10} depth {depth:2} {analysis.nodes:11,} nodes {speed:6.2f} M/s  {analysis.score}  {analysis.best}")
        total_nodes, total_seconds = total_nodes + analysis.nodes, total_seconds + seconds
    print(f"{total_nodes:,} nodes, {total_nodes / total_seconds / 1e6:.2f} M/s")


if __name__ == "__main__":
    main()
