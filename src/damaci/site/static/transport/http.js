/** Requests over HTTP and channels over WebSockets; the page's data has their addresses. */

import { cookie } from "../cookies.js";
import { page } from "../page.js";
import { filled } from "./filled.js";
import { WatchedSocket } from "./watched_socket.js";

const TOKEN_COOKIE = "csrftoken";

/**
 * The keys of changes whose answers have not come, by request. When a request is repeated because its answer was lost,
 * it has the same key and gets the result of the first one.
 * @type {Map<string, string>}
 */
const unanswered = new Map();

/**
 * @param {string} name
 * @param {object} data values for the placeholders of the address; the rest is the body
 * @returns {Promise<import("./carrier.js").Answer>}
 */
export async function ask(name, data) {
  const [method, place] = page.requests[name].split(" ");
  const { address, rest } = filled(place, data);
  const headers = { "Content-Type": "application/json", ...tokenHeader() };
  if (method === "GET") return read(await fetch(address, { headers }));
  const asked = `${method} ${address} ${rest}`;
  const key = unanswered.get(asked) ?? newKey();
  unanswered.set(asked, key);
  const response = await fetch(address, { method, headers: { ...headers, "Idempotency-Key": key }, body: rest });
  const answer = await read(response);
  // A proxy sends 502 or 504 in place of an answer that it has lost: the change may have been made.
  if (answer.status < 500) unanswered.delete(asked);
  return answer;
}

function newKey() {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(16)).join("-");
}

/**
 * @param {string} name
 * @param {object} data
 * @param {Blob} file
 * @param {(text: string) => void} onText
 * @param {AbortSignal} signal
 * @returns {Promise<import("./carrier.js").Answer>}
 */
export async function send(name, data, file, onText, signal) {
  const [method, place] = page.requests[name].split(" ");
  const headers = { "Content-Type": "application/octet-stream", ...tokenHeader() };
  const response = await fetch(filled(place, data).address, { method, headers, body: file, signal });
  if (!response.ok || !response.body) return read(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) onText(part.value);
  return { status: response.status, media: mediaOf(response), text: "" };
}

/**
 * Opens a channel. The address names the announcement on the page, so that the app sends changes of it.
 * @param {string} name
 * @param {object} data
 */
export function connect(name, data) {
  const { address } = filled(page.channels[name], data);
  const announced = document.getElementById("notice")?.dataset.announcement;
  const query = announced ? `?announced=${encodeURIComponent(announced)}` : "";
  return new WatchedSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}${query}`);
}

/** The anti-forgery token from the cookie. */
function tokenHeader() {
  return { "X-CSRF-Token": cookie(TOKEN_COOKIE) };
}

/** @param {Response} response */
async function read(response) {
  return { status: response.status, media: mediaOf(response), text: await response.text() };
}

/** @param {Response} response */
function mediaOf(response) {
  return response.headers.get("Content-Type") ?? "";
}
