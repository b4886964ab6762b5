/** What comes from outside: a file opened with the installed app, or a text shared with it. */

import { openFile } from "./files.js";
import { problemIn } from "./linked.js";

/** Takes it as if it had been dropped onto the page. */
export function openWhatCame() {
  const address = new URL(location.href);
  const shared = address.searchParams.get("shared");
  if (shared) {
    address.searchParams.delete("shared");
    history.replaceState(null, "", address); // not again after a reload
    openFile(new Blob([problemIn(shared) || shared]));
  }
  const queue = /** @type {any} */ (window).launchQueue;
  queue?.setConsumer(async (/** @type {{files: FileSystemFileHandle[]}} */ { files }) => {
    for (const handle of files) openFile(await handle.getFile());
  });
}
