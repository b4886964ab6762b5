/** The transport of requests and channels to the app: HTTP, unless the page's entry point has chosen another one. */

import * as http from "./http.js";

/**
 * @typedef {object} Answer
 * @property {number} status as of HTTP
 * @property {string} media
 * @property {string} text
 *
 * @typedef {object} Socket as a WebSocket: fires "open", "message" with `data` and "close" with `code` and `reason`
 * @property {number} readyState
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 *
 * @typedef {object} Carrier
 * @property {(name: string, data: object) => Promise<Answer>} ask throws TypeError if the app cannot be reached
 * @property {(name: string, data: object, file: Blob, onText: (text: string) => void, signal: AbortSignal) =>
 *   Promise<Answer>} send
 *   with a file; `onText` gets the parts of the answer as they come. Throws AbortError when it is stopped
 * @property {(name: string, data: object) => Socket} connect
 */

/** @type {Carrier} */
export let carrier = http;

/**
 * Must be called before the first request.
 * @param {Carrier} chosen
 */
export function carryBy(chosen) {
  carrier = chosen;
}
