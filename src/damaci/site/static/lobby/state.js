/** The state of the lobby, and how the messages of its channel change it. It needs no page. */

/**
 * @typedef {object} Terms
 * @property {string} [ruleset]
 * @property {{base: number, increment: number} | null} [clock]
 * @property {number} [days] that a move may take, in a game by the day
 * @property {"white" | "black" | "random"} [color]
 * @property {boolean} [rated]
 * @property {Partial<import("../game/wire.js").Endings> | null} [endings]
 * @property {import("../game/wire.js").Options} [options]
 * @property {string} [fen]
 * @property {number} [games]
 *
 * @typedef {object} OpenSeek
 * @property {string} id
 * @property {string} name
 * @property {Terms} terms
 * @property {number} created
 * @property {string} [account] the name in the address of the player's page
 * @property {string} [computer] what plays, if it is no person
 * @property {number} [rating] for games like this one
 * @property {boolean} [provisional]
 *
 * @typedef {{kind?: string, name?: string}} Seat
 *
 * @typedef {object} Running
 * @property {string} id
 * @property {string} ruleset
 * @property {Seat} white
 * @property {Seat} black
 * @property {number} plies
 * @property {{white?: string, black?: string}} [accounts] the names in the addresses of the players' pages
 *
 * @typedef {object} State
 * @property {OpenSeek[]} seeks of everybody, newest first
 * @property {OpenSeek[]} own of this visitor, whether among `seeks` or not
 * @property {Running[]} games
 * @property {number} here
 *
 * @typedef {{type: "lobby", seeks: OpenSeek[], games: Running[], here: number}} Whole
 * @typedef {{type: "own", seeks: OpenSeek[]}} Own
 * @typedef {object} Changes
 * @property {"lobby-changes"} type
 * @property {{added?: OpenSeek[], removed?: string[]}} [seeks]
 * @property {{added?: Running[], changed?: {id: string, plies: number}[], removed?: string[]}} [games]
 * @property {number} [here]
 */

/** @type {State} */
export const EMPTY = { seeks: [], own: [], games: [], here: 0 };

/**
 * The state after a message. Parts that have not changed are the same objects as before.
 * @param {State} state
 * @param {Whole | Own | Changes} news
 * @returns {State}
 */
export function after(state, news) {
  if (news.type === "lobby") return { ...state, seeks: news.seeks, games: news.games, here: news.here };
  if (news.type === "own") return { ...state, own: news.seeks };
  if (news.type === "lobby-changes")
    return {
      ...state,
      seeks: seeksAfter(state.seeks, news.seeks),
      games: gamesAfter(state.games, news.games),
      here: news.here ?? state.here,
    };
  return state;
}

/**
 * Seeks of others: those that this visitor can accept.
 * @param {State} state
 */
export function others({ seeks, own }) {
  const mine = new Set(own.map(({ id }) => id));
  return seeks.filter(({ id }) => !mine.has(id));
}

/**
 * @param {OpenSeek[]} seeks
 * @param {Changes["seeks"]} changes
 */
function seeksAfter(seeks, { added = [], removed = [] } = {}) {
  const gone = new Set([...removed, ...added.map(({ id }) => id)]);
  return [...added, ...seeks.filter(({ id }) => !gone.has(id))].sort((one, other) => other.created - one.created);
}

/**
 * @param {Running[]} games
 * @param {Changes["games"]} changes
 */
function gamesAfter(games, { added = [], changed = [], removed = [] } = {}) {
  const gone = new Set([...removed, ...added.map(({ id }) => id)]);
  const plies = new Map(changed.map((game) => [game.id, game.plies]));
  const staying = games.filter(({ id }) => !gone.has(id));
  return [
    ...added,
    ...staying.map((game) => (plies.has(game.id) ? { ...game, plies: plies.get(game.id) ?? 0 } : game)),
  ];
}
