/** Asks the browser not to delete games, and says what it may delete. */

import { make } from "../dom.js";

/** Asks after the first move of the visit, when there is something to keep. Some browsers ask the user. */
export function keepFromFirstMove() {
  const ask = async () => {
    if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
  };
  document.querySelector("dama-board")?.addEventListener("dama-move", ask, { once: true });
}

/** Says on the page of the games what the browser may delete, and how to keep it. */
export async function tellWhatIsKept() {
  const place = document.querySelector("[aria-labelledby=mine] p");
  if (!place) return;
  const { isCarried } = await import("../transport/carried.js");
  if (isCarried()) return; // The notice says so already.
  const { t } = await import("../i18n.js");
  const kept = await navigator.storage?.persisted?.();
  const text = kept
    ? t("Your browser keeps them until you delete them.")
    : t(
        "Your browser may delete them when it needs room or when you stay away for weeks: put Damacı on your home screen, or download everything now and then.",
      );
  place.after(make("p", { id: "kept" }, text));
}
