/** The texts and buttons on the page of a puzzle. */

import { find, write, writeMoves } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {"calm" | "warning" | "done"} Tone */

/** The actions other than moving. */
const DEEDS = /** @type {const} */ (["hint", "solution", "retry", "next"]);

/** @typedef {(typeof DEEDS)[number]} Deed */

export class Card {
  /**
   * @param {Tone} tone
   * @param {string} headline
   * @param {string} [detail]
   */
  say(tone, headline, detail = "") {
    find("#card").dataset.tone = tone;
    writeMoves(find("#headline"), headline);
    writeMoves(find("#detail"), detail);
  }

  /**
   * If the pressed button is hidden, the board gets the focus.
   * @param {Deed[]} names the buttons to show
   */
  offer(...names) {
    const focused = document.activeElement;
    for (const name of DEEDS) find(`#${name}`).hidden = !names.includes(name);
    if (focused instanceof HTMLButtonElement && focused.hidden) find('dama-board [tabindex="0"]').focus();
  }

  /**
   * @param {Deed} name
   * @param {() => void} act
   */
  on(name, act) {
    find(`#${name}`).addEventListener("click", act);
  }

  /** @param {string[]} texts the moves so far */
  list(texts) {
    writeMoves(find("#moves"), texts.join(" "));
  }

  /** @param {string} text about the puzzle: how hard it is, or how many have been solved */
  about(text) {
    write(find("#about"), text);
  }

  /** @param {string} text about the solver: the rating, or the time that is left */
  own(text) {
    write(find("#own"), text);
  }

  /** @param {{fen: string, ruleset: string}} position to be analysed */
  study(position) {
    /** @type {HTMLAnchorElement} */ (find("#study")).search = `${new URLSearchParams(position)}`;
  }

  /**
   * Says that nothing is left. The link to the analysis stays only if a position was shown before.
   * @param {string} headline
   * @param {string} detail
   */
  finish(headline, detail) {
    this.about("");
    this.say("done", headline, detail);
    const study = /** @type {HTMLAnchorElement} */ (find("#study"));
    study.hidden ||= !study.search;
  }

  /**
   * @param {number} rating
   * @param {boolean} provisional
   */
  rating(rating, provisional) {
    this.own(t("You: {rating}", { rating: `${rating}${provisional ? "?" : ""}` }));
  }
}
