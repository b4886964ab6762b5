/** Square names and their places on the screen. */

/** @typedef {"white" | "black"} Color */

const FILES = "abcdefgh";

/** All squares, row by row from the upper left corner as White sees the board. */
export const SQUARES = [...Array(64).keys()].map((index) => squareAt(index % 8, Math.floor(index / 8), "white"));

/**
 * Column and row, 0 to 7 from the upper left, of a square as that side sees the board.
 * @param {string} square
 * @param {Color} side
 */
export function place(square, side) {
  const file = FILES.indexOf(square[0]);
  const rank = Number(square[1]) - 1;
  return side === "white" ? { column: file, row: 7 - rank } : { column: 7 - file, row: rank };
}

/**
 * The square at a column and row, as `place` counts them.
 * @param {number} column
 * @param {number} row
 * @param {Color} side
 */
export function squareAt(column, row, side) {
  const [file, rank] = side === "white" ? [column, 7 - row] : [7 - column, row];
  return FILES[file] + (rank + 1);
}
