/** Notices on this device: a switch for each kind. The browser asks for permission when the first is switched on. */

import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { request } from "../transport/request.js";

/** Shows the switches as they are; without a push service in the browser they stay off. */
export async function startNotices() {
  if (!page.push) return;
  if (!("serviceWorker" in navigator && "PushManager" in window)) {
    return write(find("#notices-status"), t("This browser cannot show notices."));
  }
  try {
    const subscribed = await (await registration())?.pushManager.getSubscription();
    enable(subscribed ? await request("push.read", { endpoint: subscribed.endpoint }) : {});
  } catch (error) {
    write(find("#notices-status"), explainBriefly(codeOf(error)));
  }
}

/** @param {Record<string, boolean>} wishes of this browser, by kind */
function enable(wishes) {
  for (const input of switches()) {
    input.checked = wishes[input.name] === true;
    input.disabled = false;
    input.addEventListener("change", () => change(input));
  }
}

/** Unsubscribes the browser from notices to the player who was signed in. */
export async function endNotices() {
  if (!("serviceWorker" in navigator)) return;
  const subscribed = await (await navigator.serviceWorker.getRegistration())?.pushManager?.getSubscription();
  if (!subscribed) return;
  await request("push.end", { endpoint: subscribed.endpoint }).catch(() => {});
  await subscribed.unsubscribe();
}

/** @param {HTMLInputElement} input that was switched */
async function change(input) {
  write(find("#notices-status"), "");
  try {
    await store(Object.fromEntries(switches().map(({ name, checked }) => [name, checked])));
  } catch (error) {
    input.checked = !input.checked;
    const refused = Notification.permission === "denied";
    write(
      find("#notices-status"),
      refused ? t("Allow notices from this page in the browser’s settings.") : explainBriefly(codeOf(error)),
    );
  }
}

/** @param {Record<string, boolean>} wishes by kind */
async function store(wishes) {
  if (!Object.values(wishes).includes(true)) return endNotices();
  const worker = await registration();
  const subscribed =
    (await worker?.pushManager.getSubscription()) ??
    (await worker?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: page.push }));
  const { endpoint, keys } = subscribed?.toJSON() ?? {};
  await request("push.write", { endpoint, key: keys?.p256dh, secret: keys?.auth, ...wishes });
}

/** The service worker, which shows the notices. */
async function registration() {
  if (!page.installer) return null;
  const address = new URL(page.installer, document.baseURI);
  await navigator.serviceWorker.register(address);
  return navigator.serviceWorker.ready;
}

/** @returns {HTMLInputElement[]} */
function switches() {
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (find("#notices").querySelectorAll("input"))];
}
