/** Uploads files, and receives answers during the upload's processing. */

import { carrier } from "./carrier.js";
import { failure, isFine } from "./request.js";

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
  let rest = "";
  const onText = (/** @type {string} */ text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line));
  };
  const answer = await carrier.send(name, data, file, onText, signal);
  if (!isFine(answer)) throw failure(name, answer);
}
