/** How many boards fit a window, and which of them are on which page. */

/** The least width of a board in pixels. */
const LEAST = 190;

/** Pixels of three lines in their least size, and by how much a wide board with larger lines is higher than wide. */
const LINES = 67;
const HIGHER = 1.27;

/** Pixels between two boards. */
const GAP = 16;

/** @typedef {{width: number, height: number}} Room in pixels */

/**
 * How many boards fit; at most `most`.
 * @param {Room} room
 * @param {number} most
 */
export function thatFit({ width, height }, most) {
  const columns = Math.max(1, Math.floor((width + GAP) / (LEAST + GAP)));
  const rows = Math.max(1, Math.floor((height + GAP) / (LEAST + LINES + GAP)));
  return Math.min(most, columns * rows);
}

/**
 * The columns, and the width of a board, with which so many boards are as large as possible.
 * @param {Room} room
 * @param {number} boards
 */
export function largest(room, boards) {
  let best = { columns: 1, side: sideOf(room, boards, 1) };
  for (let columns = 2; columns <= boards; columns++) {
    const side = sideOf(room, boards, columns);
    if (side > best.side) best = { columns, side };
  }
  return best;
}

/**
 * @param {Room} room
 * @param {number} boards
 * @param {number} columns
 */
function sideOf({ width, height }, boards, columns) {
  const rows = Math.max(1, Math.ceil(boards / columns));
  const across = (width - GAP * (columns - 1)) / columns;
  const down = height / rows;
  return Math.floor(Math.min(across, down - LINES, down / HIGHER));
}

/**
 * How many pages there are: those of each section begin with its first board.
 * @param {number} total boards
 * @param {number} size of a section
 * @param {number} fit boards on a page
 */
export function pagesOf(total, size, fit) {
  const whole = Math.floor(total / size);
  return whole * Math.ceil(size / fit) + Math.ceil((total % size) / fit);
}

/**
 * The section of a page, the first page being 0, and the place of its first board there.
 * @param {number} at
 * @param {number} size of a section
 * @param {number} fit boards on a page
 */
export function placeOf(at, size, fit) {
  const pages = Math.ceil(size / fit);
  return { section: Math.floor(at / pages) + 1, first: (at % pages) * fit };
}
