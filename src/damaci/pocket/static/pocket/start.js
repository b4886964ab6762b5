/**
 * Runs before anything is shown: sets the remembered colours and the chosen language. Says so when the other scripts do
 * not come.
 */

(() => {
  /** @returns {Record<string, any>} the preferences that the page before has handed on, see carried.js */
  const handedOn = () => {
    try {
      return JSON.parse(JSON.parse(window.name.replace(/^damaci:/, ""))["setting:preferences"]);
    } catch {
      return {};
    }
  };
  /** @returns {Record<string, any>} the last preferences, see remembered.js */
  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem("damaci-preferences") ?? "{}");
    } catch {
      return handedOn();
    }
  };
  const root = document.documentElement;
  const { theme, board, pieces, blindfold, zen, language } = remembered();
  if (theme) Object.assign(root.dataset, { theme, board, pieces });
  root.toggleAttribute("data-blindfold", blindfold === true);
  root.toggleAttribute("data-zen", zen === true);
  root.dataset.waiting = "";
  // The page is loaded when its modules have run, unless they could not be fetched or read. See boot.js.
  window.addEventListener("load", () => {
    const banner = document.getElementById("banner");
    if (banner?.dataset.unstarted) banner.textContent = banner.dataset.unstarted;
  });
  // A language's folder is named by its code; the pages have the same names in all of them.
  const known = (document.currentScript?.dataset.languages ?? "").split(" ");
  const wanted = language || navigator.languages.map((tag) => tag.split("-")[0]).find((code) => known.includes(code));
  if (language === undefined || !wanted || wanted === root.lang || !known.includes(wanted)) return;
  const name = location.pathname.split("/").pop();
  location.replace(`../${wanted}/${name}${location.search}${location.hash}`);
})();
