/** Why a game is over: the `ended-...` of damaci.explanations, which a page with this module embeds. */

import { explain, isExplained } from "../explain.js";

/** @type {Record<string, string>} */
const losers = { "0-1": "white", "1-0": "black" };

/**
 * The sentence for the end of a game; empty for one that has not ended.
 * @param {{result?: string, reason?: string}} end
 */
export function reasonText({ result = "", reason = "" }) {
  const codes = [`ended-${reason}-${losers[result]}`, `ended-${reason}`];
  const code = codes.find(isExplained);
  return code ? explain(code).headline : "";
}
