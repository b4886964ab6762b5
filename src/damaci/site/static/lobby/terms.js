/** The terms of an offered game in a few words. */

import { isolated, t, tn } from "../i18n.js";

/** @typedef {import("./state.js").Terms} Terms */

/** @param {Terms} terms */
export function termsText(terms) {
  const { ruleset = "turkish", rated, games = 1, fen, color = "random" } = terms;
  const about = [
    clockText(terms),
    rulesName(ruleset),
    rated ? t("Rated") : "",
    games > 1 ? t("Two games") : "",
    fen ? t("From a position") : "",
    isUnusual(terms) ? t("Own draw rules or options") : "",
    color === "white" ? t("You have Black") : "",
    color === "black" ? t("You have White") : "",
  ];
  return about.filter(Boolean).join(" · ");
}

/** @param {Terms} terms */
function isUnusual({ endings, options = {} }) {
  return Boolean(endings) || Object.values(options).some(Boolean);
}

/** @param {Terms} terms */
function clockText({ clock, days = 0 }) {
  if (days) return tn("{n} day a move", "{n} days a move", days);
  return clock ? isolated(`${clock.base / 60} + ${clock.increment}`) : t("No clock");
}

/** The rulesets by name, also on pages that are not made for choosing one: damaci.rules.catalogue has the same. */
function titles() {
  return {
    turkish: t("Türk Daması (federation rules)"),
    hgware: t("HGware Dama"),
    world: t("Turkish checkers, “Around the World”"),
    bulgarian: t("Дама (12 pieces)"),
    armenian: t("Tama (Armenian draughts)"),
    kenyan: t("Kenyan Turkish draughts"),
  };
}

/** @param {string} name */
export function rulesName(name) {
  return /** @type {Record<string, string>} */ (titles())[name] ?? name;
}
