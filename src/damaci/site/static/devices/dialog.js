/** The dialog for other devices: offers a game, or joins one. */

import { attribute, find, make, write } from "../dom.js";
import { whileBusy } from "../forms.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { goToPage } from "../places.js";
import { missingText, problemText, stateText } from "./words.js";
import { addressOf, request } from "../transport/request.js";

/**
 * @typedef {{id: string, name: string, transport: string}} Newcomer
 * @typedef {{transport: string, address: string, name: string, ruleset: string}} Found
 * @typedef {{state: string, problem: string, detail: string, host: string, game: string}} Joining
 * @typedef {object} Devices
 * @property {string} name
 * @property {Record<string, string>} missing
 * @property {{color: string, code: string, codes: string[], addresses: Record<string, string>} | null} offer
 * @property {Newcomer[]} newcomers
 * @property {Joining | null} joining
 */

const TRANSPORTS = ["browser", "tcp", "bluetooth"];
const BLUETOOTH = /^([0-9A-F]{2}[:-]){5}[0-9A-F]{2}$/i;
const NETWORK = /^\S*[^\s:]\]?:\d{1,5}$/;

/** Milliseconds between two requests for the dialog's state. */
const PULSE = 1000;

/**
 * @param {() => object} wish returns the settings in the dialog for new games
 * @returns {() => void} opens the dialog
 */
export function startDevices(wish) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#devices-dialog"));
  const start = /** @type {HTMLFormElement} */ (find("#devices-start"));
  const code = /** @type {HTMLFormElement} */ (find("#devices-code"));
  /** @type {number | undefined} */
  let pulse;
  /** @type {Omit<Found, "name" | "ruleset"> | null} */
  let chosen = null;

  async function refresh() {
    clearTimeout(pulse);
    await attempt(async () => show(await request("devices.list")));
    if (dialog.open) pulse = setTimeout(refresh, PULSE);
  }

  /** @param {Devices} devices */
  function show({ offer, newcomers, joining }) {
    if (joining?.game && joining.game !== page.game) return goToPage("game", { game: joining.game });
    const over = joining?.state === "over";
    find("#devices-offer").hidden = !offer;
    find("#devices-join").hidden = Boolean(offer) || !joining || over;
    code.hidden = Boolean(offer) || (Boolean(joining) && !over) || !chosen;
    start.hidden = Boolean(offer) || (Boolean(joining) && !over) || Boolean(chosen);
    if (offer) showOffer(offer, newcomers, answer);
    if (joining) write(find("#devices-joining"), stateText(joining));
    // Hides an earlier problem when a new attempt begins.
    if (offer || (joining && !over)) complain("");
    else if (joining?.problem && !chosen) complain(problemText(joining));
  }

  /**
   * @param {string} id
   * @param {boolean} accept
   * @param {string} color
   */
  const answer = (id, accept, color) =>
    attempt(async () => {
      const { game } = await request("devices.decide", { newcomer: id, accept, color });
      if (game) goToPage("game", { game });
      else await refresh();
    });

  /** @param {string} [secret] */
  const join = (secret = "") =>
    attempt(async () => {
      if (!chosen || !start.reportValidity()) return;
      const { transport, address } = chosen;
      chosen = null;
      show(await request("devices.join", { name: text("#devices-name"), transport, address, code: secret }));
      await refresh();
    });

  /** @param {Omit<Found, "name" | "ruleset">} found */
  async function choose(found) {
    if (!start.reportValidity()) return;
    chosen = found;
    if (found.transport !== "tcp") return join();
    complain("");
    start.hidden = true;
    code.hidden = false;
    code.reset();
    find("#devices-code-field").focus();
  }

  async function stop() {
    chosen = null;
    complain("");
    await attempt(async () => {
      await Promise.all([request("devices.withdraw"), request("devices.cancel")]);
      await refresh();
    });
  }

  start.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      const transports = TRANSPORTS.filter((name) => input(`#devices-${name}`).checked);
      if (transports.length === 0) return complain(t("Choose a way for the devices to reach each other."));
      const color = `${new FormData(start).get("color")}`;
      await request("devices.offer", { name: text("#devices-name"), transports, color, game: wish() });
      await refresh();
    });
  });
  code.addEventListener("submit", (event) => {
    event.preventDefault();
    join(text("#devices-code-field"));
  });
  find("[data-back]", code).addEventListener("click", () => {
    chosen = null;
    refresh();
  });
  const look = find("#devices-look");
  look.addEventListener("click", () => whileBusy(look, () => lookAround(choose)));
  find("#devices-go").addEventListener("click", () => {
    const address = text("#devices-address");
    if (BLUETOOTH.test(address)) choose({ transport: "bluetooth", address });
    else if (NETWORK.test(address)) choose({ transport: "tcp", address });
    else complain(t("An address is written like {example}.", { example: input("#devices-address").placeholder }));
  });
  for (const button of dialog.querySelectorAll("[data-stop]")) button.addEventListener("click", stop);
  dialog.addEventListener("close", () => {
    clearTimeout(pulse);
    stop();
  });

  return async () => {
    complain("");
    await attempt(async () => {
      const devices = /** @type {Devices} */ (await request("devices.list"));
      if (!text("#devices-name")) input("#devices-name").value = devices.name;
      showMissing(devices.missing);
    });
    dialog.showModal();
    await refresh();
  };
}

/**
 * @param {NonNullable<Devices["offer"]>} offer
 * @param {Newcomer[]} newcomers
 * @param {(id: string, accept: boolean, color: string) => void} answer
 */
function showOffer(offer, newcomers, answer) {
  find("#devices-shown-code").hidden = offer.codes.length === 0;
  write(find(".code"), offer.code);
  const { browser, ...others } = offer.addresses;
  showBrowser(browser, offer.code);
  find("#devices-shown-addresses").hidden = Object.keys(others).length === 0;
  write(find(".addresses"), Object.values(others).filter(Boolean).join(" · "));
  find("#devices-waiting").hidden = newcomers.length > 0;
  const list = find("#devices-newcomers");
  const shown = newcomers.map(({ id }) => id).join(" ");
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...newcomers.map((newcomer) => newcomerItem(newcomer, offer.color, answer)));
  list.firstElementChild?.scrollIntoView({ block: "center" });
}

/**
 * @param {string | undefined} address the address for browsers, if they may join
 * @param {string} code a new code needs a new picture
 */
function showBrowser(address, code) {
  find("#devices-shown-browser").hidden = !address;
  if (!address) return;
  attribute(find(".qr"), "src", `${addressOf("devices.qr")}?${code}`);
  write(find(".browser-address"), `http://${address}/`);
}

/**
 * @param {Newcomer} newcomer
 * @param {string} color
 * @param {(id: string, accept: boolean, color: string) => void} answer
 */
function newcomerItem({ id, name }, color, answer) {
  const accept = make(
    "button",
    { type: "button", class: "primary" },
    color === "white" ? t("Play white") : t("Play black"),
  );
  const swap = make("button", { type: "button" }, color === "white" ? t("Play black") : t("Play white"));
  const refuse = make("button", { type: "button" }, t("No"));
  accept.addEventListener("click", () => answer(id, true, color));
  swap.addEventListener("click", () => answer(id, true, color === "white" ? "black" : "white"));
  refuse.addEventListener("click", () => answer(id, false, color));
  return make(
    "li",
    {},
    make("p", {}, t("{name} would like to play.", { name })),
    make("div", { class: "answers" }, accept, swap, refuse),
  );
}

/** @param {Record<string, string>} missing */
function showMissing(missing) {
  for (const name of TRANSPORTS) {
    const word = name in missing ? missing[name] : "unsupported";
    const box = input(`#devices-${name}`);
    box.disabled = Boolean(word);
    if (word) box.checked = false;
    const line = find(`#devices-${name}-missing`);
    line.hidden = !word;
    write(line, word && missingText(word));
  }
}

/** @param {(found: Found) => void} choose */
async function lookAround(choose) {
  write(find("#devices-none"), t("Looking around…"));
  let none = "";
  await attempt(async () => {
    const found = /** @type {Found[]} */ (await request("devices.near"));
    if (found.length === 0) none = t("Nobody was found. Is a game offered there?");
    find("#devices-found").replaceChildren(...found.map((each) => foundItem(each, choose)));
  });
  write(find("#devices-none"), none);
}

/**
 * @param {Found} found
 * @param {(found: Found) => void} choose
 */
function foundItem(found, choose) {
  const rules = page.rulesets?.find(({ name }) => name === found.ruleset)?.title ?? "";
  const about = [found.transport === "tcp" ? t("Local network") : "Bluetooth", rules].filter(Boolean).join(" · ");
  const button = make("button", { type: "button" }, make("b", {}, found.name), " ", make("small", {}, about));
  button.addEventListener("click", () => choose(found));
  return make("li", {}, button);
}

/** @param {() => Promise<unknown>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    complain(
      error instanceof TypeError
        ? t("The connection is lost. Trying again…")
        : t("That did not work. Please try again."),
    );
  }
}

/** @param {string} what */
function complain(what) {
  const line = find("#devices-error");
  line.hidden = !what;
  write(line, what);
}

/** @param {string} selector */
function input(selector) {
  return /** @type {HTMLInputElement} */ (find(selector));
}

/** @param {string} selector */
function text(selector) {
  return input(selector).value.trim();
}
