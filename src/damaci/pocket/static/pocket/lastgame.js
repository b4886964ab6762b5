/**
 * The last game, cached by the page, so that it is shown and a move can be chosen before Python has started.
 *
 * The cache has the host's snapshot, which the page gets at its next start; then it asks the host for the events since,
 * as after a lost connection. The worker's store is authoritative; this is only a copy.
 */

/**
 * @typedef {import("../transport/carrier.js").Carrier} Carrier
 * @typedef {import("../transport/carrier.js").Socket} Socket
 * @typedef {import("../game/wire.js").Snapshot} Snapshot
 */

import { device } from "../storage.js";
import { after } from "./snapshots.js";

const KEY = "damaci-last";

/** Requests that may delete the cached game. */
const DELETING = ["games.delete", "data.delete", "games.import"];

/** The request that changes the names of a game's players, which the snapshot does not have. */
const NAMING = "analysis.tags";

/** The key of the list of games with changed names. */
const NAMED = "damaci-named";
const MOST_NAMED = 50;

/** The first close code that is final: damaci.wire.closing. */
const FINAL = 4400;

/** @returns {Snapshot | null} */
export function lastGame() {
  return device.json(KEY);
}

/** @param {Snapshot | null} snapshot; if it is not stored, the page waits for the worker */
function remember(snapshot) {
  if (snapshot) device.keep(KEY, JSON.stringify(snapshot));
  else device.forget(KEY);
}

/**
 * The game of a page, if it is known without the worker: the requested one, or the one to resume.
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
 * A carrier that caches the last game, and sends it to a page that opens it again.
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
  // The page listens then.
  if (snapshot) queueMicrotask(() => receive(socket, said));
}

/**
 * @param {Socket} socket
 * @param {string} data
 */
function receive(socket, data) {
  /** @type {EventTarget} */ (/** @type {unknown} */ (socket)).dispatchEvent(new MessageEvent("message", { data }));
}
