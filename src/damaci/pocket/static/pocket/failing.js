/** The page when it cannot be shown: templates/error.html, made here. */

import { find, make } from "../dom.js";

/** Codes of refusals that say more than that something does not exist. */
const TOLD = ["storage", "storage-full", "full", "bad-fen", "bad-pdn", "too-large"];

/**
 * @param {unknown} error a refusal of the worker, or another error
 */
export async function showFailure(error) {
  console.error(error);
  const [{ t }, { pageAddress }, words] = await Promise.all([
    import("../i18n.js"),
    import("../places.js"),
    wordsFor(error),
  ]);
  const home = make("a", { class: "button primary", href: pageAddress("home") }, t("To the game"));
  const parts = [make("h1", {}, words[0]), make("p", {}, words[1]), home];
  find("main").replaceWith(make("main", { class: "page narrow error-page" }, ...parts));
}

/**
 * @param {unknown} error
 * @returns {Promise<[string, string]>} the heading and the text
 */
async function wordsFor(error) {
  const [{ t }, { Failure }] = await Promise.all([import("../i18n.js"), import("../transport/request.js")]);
  if (!(error instanceof Failure)) return [t("Something went wrong"), t("Your games are safe. Please try again.")];
  if (TOLD.includes(error.code)) return told(error);
  return [t("There is nothing here"), t("This page or game does not exist, or not any more.")];
}

/**
 * @param {import("../transport/request.js").Failure} failure
 * @returns {Promise<[string, string]>}
 */
async function told({ code, message }) {
  const { headline, detail, advice } = (await import("../explain.js")).explain(code);
  return [headline, detail || advice || message];
}
