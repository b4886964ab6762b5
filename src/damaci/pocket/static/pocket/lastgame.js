/**
 * The game that was on last, remembered by the page: so that it is shown, and a move can be chosen, before Python
 * is there.
 *
 * What is remembered is the host's snapshot of it, which the page hears again at its next start; then it asks the host
 * for what it has missed since, as after a lost connection. The worker's store decides; this is only a copy.
 */

/**
 * @typedef {import("../transport/carrier.js").Carrier} Carrier
 * @typedef {import("../transport/carrier.js").Socket} Socket
 * @typedef {import("../game/wire.js").Snapshot} Snapshot
 */

import { device } from "../storage.js";
import { after } from "./snapshots.js";

const KEY = "damaci-last";

/** Requests after which a remembered game may be gone. */
const DELETING = ["games.delete", "data.delete", "games.import"];

/** The request that changes what the players of a game are called, which the snapshot does not have. */
const NAMING = "analysis.tags";

/** Where the games are listed whose names were changed. */
const NAMED = "damaci-named";
const MOST_NAMED = 50;

/** The first close code that is final: damaci.wire.closing. */
const FINAL = 4400;

/** @returns {Snapshot | null} */
export function lastGame() {
  return device.json(KEY);
}

/** @param {Snapshot | null} snapshot; where it is not kept, the page waits for the worker */
function remember(snapshot) {
  if (snapshot) device.keep(KEY, JSON.stringify(snapshot));
  else device.forget(KEY);
}

/**
 * The game of a page, if it is known without the worker: the one that was asked for, or the one that goes on.
 * @param {string | null} asked
 * @returns {{game: string, resume: boolean} | null}
 */
export function knownGame(asked) {
  const last = lastGame();
  if (!last || (asked && asked !== last.game) || named().includes(last.game)) return null;
  const over = (last.now.result ?? "*") !== "*";
  if (over && !asked) return null;
  return { game: last.game, resume: !asked && last.now.ply > 0 };
}

/** @returns {string[]} */
function named() {
  return device.json(NAMED) ?? [];
}

/** @param {string} game */
function rememberNamed(game) {
  device.keep(NAMED, JSON.stringify([game, ...named()].slice(0, MOST_NAMED)));
}

/**
 * A carrier that remembers the last game, and tells it to a page that opens it again.
 * @param {Carrier} carrier
 * @returns {Carrier}
 */
export function remembering(carrier) {
  return {
    ...carrier,
    ask: (name, data) => {
      if (DELETING.includes(name)) remember(null);
      if (name === NAMING) rememberNamed(/** @type {{game: string}} */ (data).game);
      return carrier.ask(name, data);
    },
    connect: (name, data) => {
      const socket = carrier.connect(name, data);
      if (name === "game") follow(socket, /** @type {{game: string}} */ (data).game);
      return socket;
    },
  };
}

/**
 * @param {Socket} socket
 * @param {string} game
 */
function follow(socket, game) {
  const last = lastGame();
  let snapshot = last?.game === game ? last : null;
  socket.addEventListener("message", ({ data }) => {
    const next = after(snapshot, JSON.parse(data));
    if (next !== snapshot) remember(next);
    snapshot = next;
  });
  socket.addEventListener("close", ({ code }) => code >= FINAL && remember(null));
  const said = JSON.stringify(snapshot);
  // When the page listens.
  if (snapshot) queueMicrotask(() => hear(socket, said));
}

/**
 * @param {Socket} socket
 * @param {string} data
 */
function hear(socket, data) {
  /** @type {EventTarget} */ (/** @type {unknown} */ (socket)).dispatchEvent(new MessageEvent("message", { data }));
}
