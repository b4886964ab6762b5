/** The symbols of annotation glyphs by their number (NAG). */
export const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
