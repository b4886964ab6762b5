/** damaci.explanations in the page's language. */

import { counted, filled } from "./i18n.js";
import { Failure } from "./transport/request.js";

/**
 * @typedef {string | string[]} Text a text, or all plural forms of a text with a number
 * @typedef {{headline: Text, detail?: Text, advice?: Text}} Explanation
 */

/** @type {Record<string, Explanation>} */
const explanations = JSON.parse(document.getElementById("explanations")?.textContent || "{}");

/**
 * The headline, detail and advice for a code.
 * @param {string} code
 * @param {{count?: number, must_count?: number, name?: string, round?: number}} [values] see the type
 */
export function explain(code, { count = 0, must_count = 0, ...values } = {}) {
  const { headline, detail = "", advice = "" } = explanations[code] ?? explanations.otherwise;
  return {
    headline: say(headline, must_count, values),
    detail: say(detail, count, values),
    advice: say(advice, 0, values),
  };
}

/**
 * Whether there is an entry for a code.
 * @param {string} code
 */
export function isExplained(code) {
  return code in explanations;
}

/**
 * The explanation in one line.
 * @param {string} code
 * @param {{name?: string, round?: number}} [values]
 */
export function explainBriefly(code, values) {
  const { headline, advice } = explain(code, values);
  return [headline, advice].filter(Boolean).join(" ");
}

/**
 * The code of a failed request; `internal` if there was no answer.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Failure ? error.code : "internal";
}

/**
 * @param {Text} text
 * @param {number} n
 * @param {{name?: string, round?: number}} values
 */
function say(text, n, { name = "", round = 0 }) {
  return typeof text === "string" ? filled(text, { name, round }) : counted(text, n);
}
