/** Finds the move that the player means by the squares chosen so far. */

/**
 * @typedef {import("./state.js").Choice} Choice
 * @typedef {import("./state.js").Way} Way
 * @typedef {{choice: Choice, way: Way}} Option
 *
 * @typedef {{kind: "play", option: Option}
 *   | {kind: "step", way: Way}
 *   | {kind: "unclear"}
 *   | {kind: "none"}} Meaning
 */

/**
 * The ways that begin with the chosen squares.
 * @param {Choice[]} legal
 * @param {string[]} steps
 * @returns {Option[]}
 */
export function options(legal, steps) {
  return legal.flatMap((choice) =>
    choice.ways
      .filter((way) => steps.every((square, index) => way.path[index] === square))
      .map((way) => ({ choice, way })),
  );
}

/**
 * What choosing a further square means: a unique move, the next step of a capture, a last square that several moves
 * share, or no move.
 * @param {Choice[]} legal
 * @param {string[]} steps at least the origin
 * @param {string} square
 * @returns {Meaning}
 */
export function meaning(legal, steps, square) {
  const open = options(legal, steps);
  const through = open.filter(({ way }) => way.path[steps.length] === square);
  const ending = open.filter(({ way }) => way.path[way.path.length - 1] === square);
  const moves = new Set([...through, ...ending].map(({ choice }) => choice));
  if (ending.length > 0 && moves.size === 1)
    return { kind: "play", option: through.find((option) => ending.includes(option)) ?? ending[0] };
  if (through.length > 0) return { kind: "step", way: part(through[0].way, steps.length - 1, steps.length) };
  return { kind: ending.length > 0 ? "unclear" : "none" };
}

/**
 * Where the piece can go next: squares that end a move, and squares that are a step on the way.
 * @param {Choice[]} legal
 * @param {string[]} steps
 */
export function destinations(legal, steps) {
  const open = steps.length > 0 ? options(legal, steps) : [];
  const further = (/** @type {Way} */ { path }) => path.slice(steps.length, steps.length + 1); // a way may end here
  const squares = new Set(open.flatMap(({ way }) => [...further(way), way.path[way.path.length - 1]]));
  const kinds = [...squares].map((square) => /** @type {const} */ ([square, meaning(legal, steps, square).kind]));
  return {
    ends: kinds.filter(([, kind]) => kind === "play").map(([square]) => square),
    steps: kinds.filter(([, kind]) => kind === "step").map(([square]) => square),
  };
}

/**
 * The part of a way between two of its landings, given by number.
 * @param {Way} way
 * @param {number} from
 * @param {number} [to]
 * @returns {Way}
 */
export function part({ path, captured }, from, to = path.length - 1) {
  return { path: path.slice(from, to + 1), captured: captured.slice(from, to) };
}
