/** Whether the app can be reached again, for a page that is shown because it could not. */

/** @returns {Promise<boolean>} */
export async function reachable() {
  try {
    await fetch(location.href, { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}
