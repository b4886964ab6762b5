/** The card of a lesson: its texts and buttons. */

import { find, writeMoves } from "../dom.js";

/** @typedef {"calm" | "warning" | "done"} Tone */

/** The buttons: show the answer, play the lesson again, go to its next step, go to the next lesson. */
const BUTTONS = /** @type {const} */ (["show", "again", "next", "onward"]);

export class Card {
  /**
   * @param {number} step whose task is shown
   * @param {{fen: string, ruleset: string}} position the start position of the step
   */
  ask(step, position) {
    for (const [index, task] of [...find("#tasks").children].entries()) task.classList.toggle("now", index === step);
    /** @type {HTMLAnchorElement} */ (find("#study")).search = `${new URLSearchParams(position)}`;
  }

  /**
   * @param {Tone} tone
   * @param {string} headline
   * @param {string} [detail]
   */
  show(tone, headline, detail = "") {
    find("#card").dataset.tone = tone;
    writeMoves(find("#headline"), headline);
    writeMoves(find("#detail"), detail);
  }

  /** @param {(typeof BUTTONS)[number][]} names the buttons to show */
  offer(...names) {
    for (const name of BUTTONS) find(`#${name}`).hidden = !names.includes(name);
  }

  /** Shows the tick beside the number of the lesson. */
  tick() {
    find("#finished").hidden = false;
  }

  /**
   * @param {(typeof BUTTONS)[number]} name
   * @param {() => void} act
   */
  on(name, act) {
    find(`#${name}`).addEventListener("click", act);
  }
}
