/** The speed of this device, in the settings: how long the computer's levels think on it. */

import { find, write } from "../dom.js";
import { isolated, language, locale, t } from "../i18n.js";
import { request } from "../transport/request.js";

/**
 * @typedef {{title: string, seconds: number}} Pace
 * @typedef {{positions: number | null, strength: "full" | "longer" | "weaker", paces: Pace[]}} Speed
 */

/** Milliseconds after which the app is asked again while the speed is unknown. */
const PAUSE = 2000;

/** Shows the speed now, and whenever the settings are opened. */
export function startSpeed() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#settings-dialog"));
  let timer = 0;
  const show = async () => {
    clearTimeout(timer);
    /** @type {Speed | null} */
    const speed = await request("device.speed").catch(() => null);
    if (speed) write(find("#speed"), sentence(speed));
    if (speed?.positions === null && dialog.open) timer = setTimeout(show, PAUSE);
  };
  find("#settings").addEventListener("click", show);
  show();
}

/** @param {Speed} speed */
function sentence({ positions, strength, paces }) {
  if (positions === null) return t("How fast this device is will be known in a moment.");
  const count = new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 2 }).format(positions);
  const times = listed(paces);
  return [t("This device looks at {count} positions a second.", { count }), worth(strength, times)].join(" ");
}

/**
 * @param {Speed["strength"]} strength
 * @param {string} times
 */
function worth(strength, times) {
  if (strength === "full") return t("Every level has its full strength here: {times}.", { times });
  if (strength === "longer")
    return t("So that they are as strong here as elsewhere, some levels think longer: {times}.", { times });
  return t("Some levels think longer here, and are a little weaker even so: {times}.", { times });
}

/**
 * For example "Expert 1.3 seconds and Master 4 seconds": in some languages short units end with a full stop, and short
 * lists have no commas.
 * @param {Pace[]} paces
 */
function listed(paces) {
  const time = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "second",
    unitDisplay: "long",
    maximumFractionDigits: 1,
  });
  const each = paces.map(({ title, seconds }) => isolated(`${title} ${time.format(seconds)}`));
  return new Intl.ListFormat(language).format(each);
}
