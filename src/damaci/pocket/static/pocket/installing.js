/** The service worker: keeps the site for the time without a network, and says when a new version is there. */

import { find, make } from "../dom.js";

/** Registers it. Without one (a private window, plain HTTP) the site works as long as it can be reached. */
export async function startInstalling() {
  const { page } = await import("../page.js");
  if (!("serviceWorker" in navigator) || !page.installer) return;
  const found = await navigator.serviceWorker.register(new URL(page.installer, document.baseURI)).catch(() => null);
  if (!found) return;
  if (found.waiting) offer(found.waiting);
  found.addEventListener("updatefound", () => follow(found.installing));
}

/** @param {ServiceWorker | null} coming a version that is being fetched */
function follow(coming) {
  coming?.addEventListener("statechange", () => {
    if (coming.state === "installed" && navigator.serviceWorker.controller) offer(coming);
  });
}

/**
 * Says that a version waits. It is used from the next start on, or at once by the button: games are stored move by
 * move.
 * @param {ServiceWorker} waiting
 */
async function offer(waiting) {
  const { t } = await import("../i18n.js");
  const button = make("button", { type: "button" }, t("Use it now"));
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("use");
  });
  find("#notice").replaceChildren(t("A new version of Damacı is here."), " ", button);
}
