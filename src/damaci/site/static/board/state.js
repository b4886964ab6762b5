/** The state of the board. It does not know the rules; the host sets the legal moves. */

/**
 * @typedef {import("./squares.js").Color} Color
 *
 * @typedef {{color: Color, king: boolean}} Piece
 * @typedef {ReadonlyMap<string, Piece>} Pieces by square
 *
 * @typedef {object} Way one way to play a move
 * @property {string[]} path the squares on which the piece lands, from its origin on
 * @property {string[]} captured in the order in which they leave
 *
 * @typedef {{text: string, ways: Way[]}} Choice a legal move
 *
 * @typedef {object} State
 * @property {Pieces} pieces
 * @property {Color | null} side whose pieces the viewer may move now
 * @property {Choice[]} legal
 * @property {Color | null} ahead whose pieces may be premoved; the board reports the premove
 * @property {string[]} planned origin and target of the premove
 * @property {string[]} must squares of the pieces that have to capture
 * @property {string[]} last squares of the last move
 * @property {Way[]} shown ways drawn as arrows
 * @property {string[]} steps the squares chosen so far, from the selected piece on
 * @property {string | null} bound the piece that has been touched and has to be played
 */

/** @returns {State} */
export function emptyBoard() {
  return {
    pieces: new Map(),
    side: null,
    legal: [],
    ahead: null,
    planned: [],
    must: [],
    last: [],
    shown: [],
    steps: [],
    bound: null,
  };
}

/**
 * Whether the viewer may pick up the piece on a square, for a move or a premove.
 * @param {State} state
 * @param {string} square
 */
export function isOwn(state, square) {
  const side = state.side ?? state.ahead;
  return side !== null && state.pieces.get(square)?.color === side;
}

/**
 * The piece that the viewer has chosen while the other side is to move.
 * @param {State} state
 */
export function chosenEarly({ side, ahead, steps }) {
  return side === null && ahead !== null ? steps[0] : undefined;
}

/**
 * The pieces after a move along a way.
 * @param {Pieces} pieces
 * @param {Way} way
 * @returns {Map<string, Piece>}
 */
export function moved(pieces, { path, captured }) {
  const after = new Map(pieces);
  const piece = after.get(path[0]);
  for (const square of [path[0], ...captured]) after.delete(square);
  if (piece) after.set(path[path.length - 1], piece);
  return after;
}
