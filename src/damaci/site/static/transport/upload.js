/** Files sent to the app's services, which answer while they read. */

import { page } from "../page.js";
import { failure, filled, tokenHeader } from "./request.js";

/**
 * Sends a file to a service and hands on every line of JSON that it answers, as it comes.
 * Throws Failure if it refuses, TypeError if it cannot be reached, AbortError when it is stopped.
 * @param {string} name as in `games.import`
 * @param {object} data what fills the placeholders of the address
 * @param {Blob} file
 * @param {(line: any) => void} hear
 * @param {AbortSignal} signal
 */
export async function upload(name, data, file, hear, signal) {
  const [method, place] = page.requests[name].split(" ");
  const headers = { "Content-Type": "application/octet-stream", ...tokenHeader() };
  const response = await fetch(filled(place, data).address, { method, headers, body: file, signal });
  if (!response.ok || !response.body) throw await failure(name, response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(JSON.parse(line));
  }
}
