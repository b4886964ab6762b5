/**
 * A game in a link: `?from=` with an address of the server that this site is part of, or `#pdn=` with the game itself,
 * which is sent to no server.
 */

import { Failure } from "../transport/request.js";
import { upload } from "../transport/upload.js";

/** The ruleset of a game that names none. */
const USUAL = "turkish";

/** Stores the game as if its file had been opened, and shows it at its own address. Throws Failure, TypeError. */
export async function takeLinked() {
  const address = new URL(location.href);
  const text = await brought(address);
  if (!text) return;
  const game = await keep(text);
  address.searchParams.delete("from");
  address.searchParams.set("game", game);
  address.hash = "";
  history.replaceState(null, "", address);
}

/**
 * @param {URL} address
 * @returns {Promise<string>} PDN; empty if the link has no game
 */
async function brought({ searchParams, hash }) {
  const from = searchParams.get("from");
  if (from) return fetched(new URL(from, location.origin));
  return new URLSearchParams(hash.slice(1)).get("pdn") ?? "";
}

/** @param {URL} place */
async function fetched(place) {
  if (place.origin !== location.origin) throw new Failure("not-found", `${place.host} is not asked`);
  const response = await fetch(place);
  if (!response.ok) throw new Failure("not-found", `${place.pathname}: ${response.status}`);
  return response.text();
}

/**
 * @param {string} text
 * @returns {Promise<string>} the id of its first game, which may have been stored before
 */
async function keep(text) {
  const games = /** @type {string[]} */ ([]);
  const faults = /** @type {string[]} */ ([]);
  const onStep = (/** @type {import("../importing.js").ImportStep} */ step) => {
    games.push(...step.games, ...step.known);
    faults.push(...step.faults);
  };
  await upload("games.import", { ruleset: USUAL }, new Blob([text]), onStep, new AbortController().signal);
  if (games.length === 0) throw new Failure("bad-pdn", faults[0] ?? "");
  return games[0];
}
