/** The endgame tables of this device, in the settings: their state, and the buttons to make and remove them. */

import { find, make, write } from "../dom.js";
import { locale, t } from "../i18n.js";
import { request } from "../transport/request.js";

/**
 * @typedef {{ruleset: string, title: string, pieces: number, making: boolean, share: number}} TablesOf
 * @typedef {{rulesets: TablesOf[], bytes: number, trouble: "" | "storage-full" | "internal"}} Shelf
 */

/** Milliseconds between two requests while tables are made. */
const PAUSE = 1000;

const LARGE = 4;

/** Shows them now, and whenever the settings are opened. */
export function startTables() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#settings-dialog"));
  const panel = new TablesPanel(() => dialog.open);
  find("#settings").addEventListener("click", () => panel.ask("tables.show"));
  panel.ask("tables.show");
}

class TablesPanel {
  #choice = /** @type {HTMLSelectElement} */ (find("#tables-of"));

  #timer = 0;

  /** @type {Shelf | null} */
  #shelf = null;

  /** @param {() => boolean} isOpen whether the settings are open */
  constructor(isOpen) {
    this.isOpen = isOpen;
    this.#choice.addEventListener("change", () => this.#show());
    find("#tables-make").addEventListener("click", () => this.ask("tables.make", { ruleset: this.#choice.value }));
    find("#tables-stop").addEventListener("click", () => this.ask("tables.stop"));
    find("#tables-remove").addEventListener("click", () => this.ask("tables.remove"));
  }

  /**
   * Sends a request and shows the answer; asks again as long as tables are being made.
   * @param {string} name
   * @param {object} [data]
   */
  async ask(name, data) {
    clearTimeout(this.#timer);
    try {
      this.#shelf = await request(name, data);
    } catch {
      return write(find("#tables-state"), t("What is kept on this device cannot be read just now."));
    }
    this.#show();
    if (this.isOpen() && this.#shelf?.rulesets.some(({ making }) => making))
      this.#timer = setTimeout(() => this.ask("tables.show"), PAUSE);
  }

  #show() {
    if (!this.#shelf) return;
    const { rulesets, bytes, trouble } = this.#shelf;
    if (this.#choice.options.length === 0)
      this.#choice.append(...rulesets.map(({ ruleset, title }) => make("option", { value: ruleset }, title)));
    const chosen = rulesets.find(({ ruleset }) => ruleset === this.#choice.value) ?? rulesets[0];
    const progress = /** @type {HTMLProgressElement} */ (find("#tables-progress"));
    progress.value = chosen.share;
    progress.hidden = !chosen.making;
    write(find("#tables-state"), sentence(chosen, trouble));
    write(
      find("#tables-room"),
      bytes ? t("Together they take {room} on this device.", { room: megabytes(bytes) }) : "",
    );
    find("#tables-make").hidden = chosen.making || chosen.pieces >= LARGE;
    find("#tables-stop").hidden = !chosen.making;
    find("#tables-remove").hidden = !rulesets.some(({ pieces, share }) => pieces >= LARGE || share > 0);
  }
}

/**
 * @param {TablesOf} chosen
 * @param {Shelf["trouble"]} trouble
 */
function sentence({ pieces, making, share }, trouble) {
  if (making) return t("They are being made: {share}. You can go on playing.", { share: percent(share) });
  if (pieces >= LARGE) return t("All endings of up to four pieces are there.");
  if (trouble === "storage-full") return t("This device has no room for them. What was there before is kept.");
  if (trouble) return t("They could not be made. Please try again.");
  return pieces ? t("All endings of up to three pieces are there.") : t("There are none yet.");
}

/** @param {number} share */
function percent(share) {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(Math.floor(share * 100) / 100);
}

/** @param {number} bytes */
function megabytes(bytes) {
  const format = { style: "unit", unit: "megabyte", maximumFractionDigits: 1 };
  return new Intl.NumberFormat(locale, /** @type {Intl.NumberFormatOptions} */ (format)).format(bytes / 1e6);
}
