/** Requests to the app by name; the page's data has their addresses. */

import { page } from "../page.js";

const TOKEN_COOKIE = "csrftoken";

/**
 * The keys of changes whose answers have not come, by what was asked. Who asks for the same again, because the answer
 * was lost, sends the same key and gets what the first request made.
 * @type {Map<string, string>}
 */
const unanswered = new Map();

/** A refused request. */
export class Failure extends Error {
  /**
   * @param {string} code a stable code
   * @param {string} detail a sentence in the visitor's language
   */
  constructor(code, detail) {
    super(detail);
    this.code = code;
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
  const [method, place] = page.requests[name].split(" ");
  const { address, rest } = filled(place, data);
  if (method === "GET") return answerOf(name, await fetch(address, { headers: headers() }));
  const asked = `${method} ${address} ${rest}`;
  const key = unanswered.get(asked) ?? newKey();
  unanswered.set(asked, key);
  const response = await fetch(address, { method, headers: { ...headers(), "Idempotency-Key": key }, body: rest });
  unanswered.delete(asked);
  return answerOf(name, response);
}

/**
 * @param {string} name
 * @param {Response} response
 */
async function answerOf(name, response) {
  if (!response.ok) throw await failure(name, response);
  return read(response);
}

/**
 * Why a request was refused.
 * @param {string} name
 * @param {Response} response
 */
export async function failure(name, response) {
  const answer = await read(response);
  return new Failure(answer?.error ?? "internal", answer?.detail ?? `${name}: ${response.status}`);
}

/**
 * Fills the placeholders of an address from data; the rest is the body.
 * @param {string} place as in `/games/{game}/pdn`
 * @param {object} data
 */
export function filled(place, data) {
  const left = new Map(Object.entries(data));
  const address = place.replace(/\{(\w+)\}/g, (_, name) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(value);
  });
  return { address, rest: JSON.stringify(Object.fromEntries(left)) };
}

function newKey() {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(16)).join("-");
}

/** The headers of a change, with the anti-forgery token from the cookie. */
function headers() {
  return { "Content-Type": "application/json", ...tokenHeader() };
}

export function tokenHeader() {
  return { "X-CSRF-Token": cookie(TOKEN_COOKIE) };
}

/** @param {Response} response */
async function read(response) {
  const text = await response.text();
  const json = response.headers.get("Content-Type")?.includes("json") ?? false;
  return json && text ? JSON.parse(text) : text || null;
}

/** @param {string} name */
function cookie(name) {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([key]) => key === name)?.[1] ?? "";
}
