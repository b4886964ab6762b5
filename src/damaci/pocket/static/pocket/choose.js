/** The first page of the site: leads to the chosen language, or to the one that the browser prefers. */

(() => {
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem("damaci-preferences") ?? "{}").language;
    } catch {
      return "";
    }
  };
  const known = (document.currentScript?.dataset.languages ?? "").split(" ");
  const wishes = [chosen(), ...navigator.languages.map((tag) => tag.split("-")[0])];
  location.replace(`${wishes.find((code) => known.includes(code)) ?? "en"}/`);
})();
