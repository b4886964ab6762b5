/** The data that the server embeds for the page's scripts. */

/** @type {import("./page_data.js").Page} */
export const page = JSON.parse(document.getElementById("page")?.textContent || "{}");
