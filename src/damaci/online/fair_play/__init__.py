"""Fair play: how players' moves compare with the engine's, for the operator."""
