/** Registers the service worker, for use without a network, and shows the message about a new version. */

import { find, make } from "./dom.js";
import { t } from "./i18n.js";
import { startInstallOffer } from "./installoffer.js";
import { page } from "./page.js";

/** Registers it. Without one (a private window, plain HTTP) the app works as long as it can be reached. */
export async function startInstalling() {
  if (!page.installer) return;
  startInstallOffer();
  if (!("serviceWorker" in navigator)) return;
  const found = await navigator.serviceWorker.register(new URL(page.installer, document.baseURI)).catch(() => null);
  if (!found || !page.offersVersions) return;
  // If several pages were open when this version began, the files of the previous one still exist.
  navigator.serviceWorker.controller?.postMessage("tidy");
  if (found.waiting) offer(found.waiting);
  found.addEventListener("updatefound", () => follow(found.installing));
}

/** @param {ServiceWorker | null} coming a version that is being installed */
function follow(coming) {
  coming?.addEventListener("statechange", () => {
    if (coming.state === "installed" && navigator.serviceWorker.controller) offer(coming);
  });
}

/**
 * Shows that a new version waits. It is used from the next start on, or at once by the button: games are stored move by
 * move.
 * @param {ServiceWorker} waiting
 */
function offer(waiting) {
  const button = make("button", { type: "button" }, t("Use it now"));
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("use");
  });
  find("#notice").replaceChildren(t("A new version of Damacı is here."), " ", button);
}
