/** Uploads files, and receives answers during the upload's processing. */

import { page } from "../page.js";
import { failure, filled, tokenHeader } from "./request.js";

/**
 * Uploads a file and passes on each line of JSON in the answer as it arrives.
 * Throws Failure if it is refused, TypeError if the app cannot be reached, AbortError when it is stopped.
 * @param {string} name as in `games.import`
 * @param {object} data values for the placeholders of the address
 * @param {Blob} file
 * @param {(line: any) => void} onLine
 * @param {AbortSignal} signal
 */
export async function upload(name, data, file, onLine, signal) {
  const [method, place] = page.requests[name].split(" ");
  const headers = { "Content-Type": "application/octet-stream", ...tokenHeader() };
  const response = await fetch(filled(place, data).address, { method, headers, body: file, signal });
  if (!response.ok || !response.body) throw await failure(name, response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line));
  }
}
