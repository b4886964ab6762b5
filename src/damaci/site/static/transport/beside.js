/** Requests to the app that needs no server, from a page of an app that has one: its worker runs beside the page. */

import { page } from "../page.js";
import * as worker from "./worker.js";

/**
 * @param {string} name
 * @param {object} data
 * @returns {Promise<import("./carrier.js").Answer>}
 */
export async function askBeside(name, data) {
  page.worker ??= await place();
  return worker.ask(name, data);
}

/** The addresses of the worker's files, from a page of that app. */
async function place() {
  const address = new URL(`${document.documentElement.lang}/`, new URL(`${page.meanwhile}`, location.href));
  const response = await fetch(address);
  const there = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("page");
  const files = JSON.parse(there?.textContent ?? "{}").worker;
  const absolute = (/** @type {string} */ file) => new URL(file, address).href;
  const entries = /** @type {[string, string | string[]][]} */ (Object.entries(files));
  return Object.fromEntries(
    entries.map(([part, file]) => [part, Array.isArray(file) ? file.map(absolute) : absolute(file)]),
  );
}
