/** Stores changes to a chapter, and asks if somebody else has changed the same one. */

import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { t } from "../i18n.js";
import { PASSING } from "../transport/request.js";

/**
 * @typedef {import("../analysis/tree.js").Tree} Tree
 * @typedef {import("./study.js").Study} Study
 */

/** Milliseconds without another change after which changes are stored. */
const QUIET = 400;

/** Milliseconds until the next attempt after a refusal that passes by itself. */
const AGAIN = 3000;

/** Codes of refusals because somebody else was quicker. */
const OVERTAKEN = ["study-changed", "study-unknown-chapter"];

export class Saving {
  /** Whether there are changes that are not stored yet. */
  dirty = false;

  /** Whether the tree is being replaced, which does not count as a change. */
  #loading = false;

  /** Whether the user is being asked which of two versions to take. */
  #asking = false;

  /** @type {Promise<void> | null} */
  #running = null;

  #timer = 0;

  /**
   * @param {Tree} tree
   * @param {Study} study
   * @param {{mine: () => Promise<void>, theirs: () => Promise<void>}} answers the actions if somebody was quicker
   */
  constructor(tree, study, answers) {
    this.tree = tree;
    this.study = study;
    this.answers = answers;
    tree.addEventListener("load", () => (this.#loading = true));
    tree.addEventListener("grow", () => this.#changed());
    addEventListener("visibilitychange", () => document.hidden && this.flush());
    addEventListener("beforeunload", (event) => this.dirty && event.preventDefault());
  }

  /** Whether changes are not stored yet, or are being stored. */
  get busy() {
    return this.dirty || this.#running !== null;
  }

  /** Stores the changes that are not stored yet. */
  async flush() {
    clearTimeout(this.#timer);
    while (this.#running) await this.#running;
    if (!this.dirty || this.#asking) return;
    this.#running = this.#save();
    await this.#running;
  }

  /** Discards the changes that are not stored. */
  drop() {
    clearTimeout(this.#timer);
    this.dirty = false;
    this.#tell("");
  }

  #changed() {
    if (this.#loading) {
      this.#loading = false;
      return;
    }
    this.dirty = true;
    this.#tell("");
    this.#later(QUIET);
  }

  /** @param {number} wait */
  #later(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  async #save() {
    this.dirty = false;
    try {
      await this.study.write(this.tree.data);
      if (!this.dirty) this.#tell(t("Kept"));
    } catch (error) {
      this.dirty = true;
      this.#refused(error);
    } finally {
      this.#running = null;
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    const code = codeOf(error);
    this.#tell(t("Not kept yet"));
    if (OVERTAKEN.includes(code)) return this.#ask();
    if (PASSING.includes(code)) return this.#later(AGAIN);
    this.#tell([t("Not kept yet"), explainBriefly(code)].join(". "));
  }

  #ask() {
    const dialog = /** @type {HTMLDialogElement} */ (find("#conflict-dialog"));
    this.#asking = true;
    dialog.oncancel = (event) => event.preventDefault();
    dialog.onclose = async () => {
      this.#asking = false;
      await (dialog.returnValue === "mine" ? this.answers.mine() : this.answers.theirs());
    };
    dialog.returnValue = "";
    dialog.showModal();
  }

  /** @param {string} text */
  #tell(text) {
    write(find("#saved"), text);
  }
}
