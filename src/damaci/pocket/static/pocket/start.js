/** Runs before anything is shown: the remembered colours, and the language that was chosen. */

(() => {
  /** @returns {Record<string, any>} the preferences that the page before has handed on, see carried.js */
  const handedOn = () => {
    try {
      return JSON.parse(JSON.parse(window.name.replace(/^damaci:/, ""))["setting:preferences"]);
    } catch {
      return {};
    }
  };
  /** @returns {Record<string, any>} the preferences as they were last, see remembered.js */
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
  // The folder of a language has its code as name; its pages are named alike in all.
  const known = (document.currentScript?.dataset.languages ?? "").split(" ");
  const wanted = language || navigator.languages.map((tag) => tag.split("-")[0]).find((code) => known.includes(code));
  if (language === undefined || !wanted || wanted === root.lang || !known.includes(wanted)) return;
  const name = location.pathname.split("/").pop();
  location.replace(`../${wanted}/${name}${location.search}${location.hash}`);
})();
