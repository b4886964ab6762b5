/** Imports the games of a file, with a dialog that shows progress and result and can stop the import. */

import { find, make } from "./dom.js";
import { keepAnalyses } from "./everything.js";
import { t, tn } from "./i18n.js";
import { goToPage, pageAddress } from "./places.js";
import { Failure } from "./transport/request.js";
import { upload } from "./transport/upload.js";

/** Milliseconds of an import after which the dialog opens. */
const SHORT = 400;

/** The most unreadable games that are listed. */
const MOST_FAULTS = 20;

/**
 * @typedef {object} ImportStep the result of a part of the file
 * @property {number} read
 * @property {string[]} games
 * @property {string[]} known
 * @property {string[]} faults
 * @property {import("./everything.js").Analysis[]} [analyses]
 */

/** The result of an import so far. */
class Outcome {
  fresh = 0;
  known = 0;
  unread = 0;

  /** @type {string[]} why games cannot be read, for the first ones */
  faults = [];

  /** The first game that was imported or already stored. */
  first = "";

  /** @param {ImportStep} step */
  add({ games, known, faults }) {
    this.first ||= games[0] ?? known[0] ?? "";
    this.fresh += games.length;
    this.known += known.length;
    this.unread += faults.length;
    this.faults = [...this.faults, ...faults].slice(0, MOST_FAULTS);
  }

  /** Whether the result is one game and no message. */
  get isOneGame() {
    return this.fresh + this.known === 1 && this.unread === 0;
  }

  /** @returns {string[]} */
  get sentences() {
    return [
      tn("{n} game came in.", "{n} games came in.", this.fresh),
      this.known ? tn("{n} game was there already.", "{n} games were there already.", this.known) : "",
      this.unread ? tn("{n} game could not be read.", "{n} games could not be read.", this.unread) : "",
    ].filter(Boolean);
  }
}

/**
 * Imports the games of a file. Goes to a single game, otherwise shows the result. Throws if nothing was imported.
 * @param {Blob | string} file
 * @param {string} [ruleset] for games without one; the federation's by default
 */
export async function bringIn(file, ruleset = "turkish") {
  const blob = new Blob([file]);
  const outcome = new Outcome();
  const stopping = new AbortController();
  const dialog = new ImportDialog(blob.size, outcome, () => stopping.abort());
  try {
    const onStep = (/** @type {ImportStep} */ step) => {
      outcome.add(step);
      if (step.analyses) keepAnalyses(step.analyses);
      dialog.show(step.read);
    };
    await upload("games.import", { ruleset }, blob, onStep, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) {
      dialog.close();
      throw error;
    }
  }
  if (outcome.first === "" && outcome.unread === 1) {
    dialog.close();
    throw new Failure("bad-pdn", outcome.faults[0]);
  }
  if (outcome.isOneGame && !stopping.signal.aborted) goToPage("game", { game: outcome.first });
  else dialog.finish(stopping.signal.aborted);
}

class ImportDialog {
  #bar = make("progress", { value: "0" });
  #title = make("h2", { id: "import-title" }, t("Reading the games"));
  #status = make("p", { role: "status" });
  #faults = make("ul", { class: "faults" });
  #stop = make("button", { type: "button" }, t("Stop"));
  #answers = make("div", { class: "answers" }, this.#stop);
  #dialog = make(
    "dialog",
    { class: "question import", "aria-labelledby": "import-title" },
    make("form", { method: "dialog" }, this.#title, this.#bar, this.#status, this.#faults, this.#answers),
  );

  /**
   * @param {number} size of the file in bytes
   * @param {Outcome} outcome
   * @param {() => void} stop
   */
  constructor(size, outcome, stop) {
    this.outcome = outcome;
    this.#bar.max = size;
    this.#bar.setAttribute("aria-labelledby", "import-title");
    this.#stop.addEventListener("click", stop);
    this.#dialog.addEventListener("cancel", stop);
    this.#dialog.addEventListener("close", () => this.#dialog.remove());
    this.waiting = setTimeout(() => this.#open(), SHORT);
  }

  /** @param {number} read bytes */
  show(read) {
    this.#bar.value = read;
    this.#showOutcome();
  }

  close() {
    clearTimeout(this.waiting);
    this.#dialog.close();
  }

  /** @param {boolean} stopped before the end of the file */
  finish(stopped) {
    clearTimeout(this.waiting);
    this.#title.textContent = stopped ? t("Stopped. What has come in stays.") : t("The games have been read");
    this.#showOutcome();
    this.#dialog.addEventListener("close", () => this.outcome.fresh > 0 && listAgain());
    this.#faults.replaceChildren(...this.outcome.faults.map((fault) => make("li", {}, fault)));
    this.#bar.hidden = true;
    const games = make("a", { class: "button primary", href: pageAddress("games") }, t("To the games"));
    this.#answers.replaceChildren(make("button", {}, t("Close")), games);
    this.#open();
    games.focus();
  }

  #open() {
    if (this.#dialog.open) return;
    find("body").append(this.#dialog);
    this.#dialog.showModal();
  }

  #showOutcome() {
    this.#status.textContent = this.outcome.sentences.join(" ");
  }
}

/** A page that lists games is loaded again, with the imported games. */
function listAgain() {
  if (location.pathname === new URL(pageAddress("games"), location.href).pathname) location.reload();
}
