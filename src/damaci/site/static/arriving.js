/** Opens files and texts from outside: a file opened with the installed app, or a file or text shared with it. */

import { openFile } from "./files.js";
import { problemIn } from "./linked.js";
import { textOf } from "./texts.js";

/** The cache in which shared_worker.js stores them. */
const SHARED = "damaci-shared";

/** Handles it as if it had been dropped onto the page. */
export async function openWhatCame() {
  const queue = /** @type {any} */ (window).launchQueue;
  queue?.setConsumer(async (/** @type {{files: FileSystemFileHandle[]}} */ { files }) => {
    for (const handle of files) openFile(await handle.getFile());
  });
  const address = new URL(location.href);
  if (!address.searchParams.has("shared")) return;
  address.searchParams.delete("shared");
  history.replaceState(null, "", address); // not again after a reload
  const text = await takeShared();
  if (text) openFile(new Blob([problemIn(text) || text]));
}

/** @returns {Promise<string>} the shared texts, which are removed from the cache */
async function takeShared() {
  const found = await (await caches.open(SHARED)).matchAll();
  const texts = await Promise.all(found.map(async (each) => textOf(await each.blob())));
  await caches.delete(SHARED);
  return texts.join("\n\n");
}
