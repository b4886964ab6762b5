/**
 * The service worker of an app with a server: while the server cannot be reached, it shows a page that says so.
 *
 * It stores only that page and its files, which are the same for everybody: no page of the app, no answer to a request.
 * It also shows the notices from a push service. The app puts `self.KEPT` before this file: the version, the page, its
 * files, and the path of pages that it ignores.
 */

(() => {
  /** @typedef {{version: string, page: string, files: string[], icon: string, direct: string}} Kept */

  const worker = /** @type {any} */ (self);
  const kept = /** @type {Kept} */ (worker.KEPT);
  const OURS = /^damaci-offline-/;
  const MUTE = "mute";
  const CACHE = `damaci-offline-${kept.version}`;

  async function install() {
    const cache = await caches.open(CACHE);
    // Without cookies, so that the stored page belongs to no session.
    const page = new Request(kept.page, { credentials: "omit", cache: "no-cache" });
    await Promise.all([cache.add(page), cache.addAll(kept.files)]);
    await worker.skipWaiting();
  }

  async function activate() {
    const former = (await caches.keys()).filter((name) => OURS.test(name) && name !== CACHE);
    await Promise.all(former.map((name) => caches.delete(name)));
    // The page need not wait until this worker has started.
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  }

  /** @param {any} event of a page that is to be opened */
  async function open({ request, preloadResponse }) {
    try {
      return (await preloadResponse) ?? (await fetch(request));
    } catch {
      return (await caches.match(kept.page)) ?? Response.error();
    }
  }

  /** @param {string} path */
  function isDirect(path) {
    return kept.direct !== "" && `${path}/`.startsWith(`${kept.direct}/`);
  }

  /** @param {Request} request of one of the files */
  async function take(request) {
    return (await caches.match(request)) ?? fetch(request);
  }

  /** @param {any} event with a notice of damaci.online.notifying */
  async function show({ data: message }) {
    const { title = "Damacı", body = "", url = "/", tag = "", kind = "", mute } = message?.json() ?? {};
    const actions = mute ? [{ action: MUTE, title: mute.title }] : [];
    const data = { url, kind, mute };
    await worker.registration.showNotification(title, { body, tag, data, actions, icon: kept.icon });
  }

  /** @param {any} notification whose kind is to be switched off; if that fails, opens the page with the switches */
  async function mute({ data: { kind, mute } }) {
    const { endpoint } = (await worker.registration.pushManager.getSubscription()) ?? {};
    const asked = { method: "POST", headers: { "content-type": "application/json" } };
    const answer = await fetch(mute.url, { ...asked, body: JSON.stringify({ endpoint, kind }) }).catch(() => null);
    if (!answer?.ok) await worker.clients.openWindow(new URL(mute.page, worker.location.origin).href);
  }

  /** @param {any} notification that was clicked: shows its page, in a window that has it open or in a new one */
  async function follow({ data }) {
    const address = new URL(data?.url ?? "/", worker.location.origin);
    if (address.origin !== worker.location.origin) return;
    const open = await worker.clients.matchAll({ type: "window" });
    const found = open.find((/** @type {any} */ { url }) => new URL(url).pathname === address.pathname);
    await (found ? found.focus() : worker.clients.openWindow(address.href));
  }

  worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event)));
  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil((event.action === MUTE ? mute : follow)(event.notification));
  });
  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const path = new URL(request.url).pathname;
    if (isDirect(path)) return;
    if (request.mode === "navigate") event.respondWith(open(event));
    else if (kept.files.includes(path)) event.respondWith(take(request));
  });
})();
