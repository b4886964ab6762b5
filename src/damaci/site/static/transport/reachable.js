/** Whether the app can be reached again, for the page that is shown while it cannot. */

/** @returns {Promise<boolean>} */
export async function reachable() {
  try {
    await fetch(location.href, { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}
