/** The page when it cannot be shown: templates/error.html, made here. */

import { find, make } from "../dom.js";

/**
 * @param {unknown} error why not: a refusal of the worker, or something that went wrong
 */
export async function showFailure(error) {
  console.error(error);
  const [{ t }, { pageAddress }, { Failure }] = await Promise.all([
    import("../i18n.js"),
    import("../places.js"),
    import("../transport/request.js"),
  ]);
  const words =
    error instanceof Failure
      ? [t("There is nothing here"), t("This page or game does not exist, or not any more.")]
      : [t("Something went wrong"), t("Your games are safe. Please try again.")];
  const home = make("a", { class: "button primary", href: pageAddress("home") }, t("To the game"));
  const parts = [make("h1", {}, words[0]), make("p", {}, words[1]), home];
  find("main").replaceWith(make("main", { class: "page narrow error-page" }, ...parts));
}
