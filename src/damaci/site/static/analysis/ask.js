/** What the analysis page asks of the server about moves and positions, all of which has an answer unless something is wrong. */

import { tell } from "../files.js";
import { t } from "../i18n.js";
import { request } from "../transport/request.js";

/**
 * The answer; null, and a word to the player, when there is none.
 * @param {"stand" | "move" | "setup" | "open" | "pdn"} what
 * @param {object} body
 */
export async function ask(what, body) {
  try {
    return await request(`analysis.${what}`, body);
  } catch (error) {
    const refused = error instanceof Error && !(error instanceof TypeError);
    tell(refused ? error.message : t("The app does not answer. Is it still running?"));
    return null;
  }
}
