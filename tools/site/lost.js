/** The page for an address that does not exist: the host sends it for any path, so it has to find the site itself. */

(async () => {
  const sections = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("section"))];
  const read = navigator.languages.map((tag) => tag.split("-")[0]);
  const lang = read.find((code) => sections.some((section) => section.lang === code)) ?? "en";
  for (const section of sections) section.hidden = section.lang !== lang;
  document.documentElement.lang = lang;
  const folders = location.pathname.split("/").slice(0, -1);
  for (; folders.length > 0; folders.pop()) {
    const root = `${folders.join("/")}/`;
    // A script, because some hosts answer with a page for any path; one that is there without a network too.
    const script = await fetch(`${root}embed/dama.js`).catch(() => null);
    if (!script?.ok || !(script.headers.get("Content-Type") ?? "").includes("javascript")) continue;
    for (const link of document.querySelectorAll("a")) {
      link.href = root + link.dataset.to;
      link.hidden = false;
    }
    return;
  }
})();
