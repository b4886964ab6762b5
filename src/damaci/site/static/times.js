/** Times in the style of the visitor's region. The server writes ISO dates, which remain if no script runs. */

/**
 * The locale for dates: the visitor's locale for the page's language, else the first one. Short dates have no words.
 * @param {string} language of the page
 * @param {readonly string[]} wished the visitor's locales, best first
 */
export function localeOf(language, wished) {
  return wished.find((locale) => locale.split("-")[0] === language) ?? wished[0] ?? language;
}

/** @param {string} language of the page */
export function startTimes(language) {
  const style = new Intl.DateTimeFormat(localeOf(language, navigator.languages), {
    dateStyle: "short",
    timeStyle: "short",
  });
  for (const time of document.querySelectorAll("time")) time.textContent = style.format(new Date(time.dateTime));
}
