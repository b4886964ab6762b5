/** Requests to the app by name. */

import { page } from "../page.js";
import { carrier } from "./carrier.js";
import { filled } from "./filled.js";

/** Codes of refusals that pass by themselves; the first one if the app does not answer. */
export const PASSING = ["internal", "too-many", "storage"];

/** A refused request. */
export class Failure extends Error {
  /**
   * @param {string} code a stable code
   * @param {string} detail a sentence in the visitor's language
   * @param {number} [round] the one of a tournament that has to be undone first
   */
  constructor(code, detail, round) {
    super(detail);
    this.code = code;
    this.round = round;
  }
}

/**
 * Whether the app answers requests of this name.
 * @param {string} name
 */
export function offers(name) {
  return name in page.requests;
}

/**
 * The address that answers a request, for links and pictures.
 * @param {string} name
 * @param {object} [data]
 */
export function addressOf(name, data = {}) {
  const [, place] = page.requests[name].split(" ");
  return filled(place, data).address;
}

/**
 * Sends a request and returns its answer: parsed JSON, text, or null if it is empty.
 * Throws Failure if it is refused, TypeError if the app cannot be reached.
 * @param {string} name as in `games.create`
 * @param {object} [data] values for the placeholders of the address; the rest is the body
 * @returns {Promise<any>}
 */
export async function request(name, data = {}) {
  const answer = await carrier.ask(name, data);
  if (!isFine(answer)) throw failure(name, answer);
  return read(answer);
}

/** @param {import("./carrier.js").Answer} answer */
export function isFine({ status }) {
  return status >= 200 && status < 300;
}

/**
 * Why a request was refused.
 * @param {string} name
 * @param {import("./carrier.js").Answer} answer
 */
export function failure(name, answer) {
  const told = read(answer);
  return new Failure(told?.error ?? "internal", told?.detail ?? `${name}: ${answer.status}`, told?.round);
}

/** @param {import("./carrier.js").Answer} answer */
function read({ media, text }) {
  return media.includes("json") && text ? JSON.parse(text) : text || null;
}
