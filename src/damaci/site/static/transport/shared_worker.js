/**
 * Stores a file or a text that a user shares with the installed app until the page reads it.
 *
 * Phones send it as a form to the page's address with `?shared`, which only a service worker can receive. This is put
 * before each service worker. See arriving.js for the page, and damaci.site.manifest for the fields of the form.
 */

(() => {
  const worker = /** @type {any} */ (self);

  /** The cache that holds them. */
  const SHARED = "damaci-shared";

  /** @param {Request} request */
  async function receive(request) {
    const form = await request.formData();
    const parts = [...form.getAll("file"), ...form.getAll("text")];
    await caches.delete(SHARED);
    const cache = await caches.open(SHARED);
    const { scope } = worker.registration;
    await Promise.all(parts.map((part, number) => cache.put(`${scope}?${number}`, new Response(part))));
    return Response.redirect(request.url, 303);
  }

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { method, mode, url } = event.request;
    if (method !== "POST" || mode !== "navigate" || !new URL(url).searchParams.has("shared")) return;
    event.stopImmediatePropagation(); // The code of the worker below answers everything else.
    event.respondWith(receive(event.request));
  });
})();
