/** The visitor's region: how numbers and dates are written in the page's language. */

const RIGHT_TO_LEFT = ["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm"];

/** @returns {readonly string[]} the visitor's locales, best first */
export function wishedLocales() {
  return (globalThis.navigator?.languages ?? []).filter(isLocale);
}

/**
 * Whether a text names a locale: some browsers pass on `C` or `tr_TR` from the system's settings.
 * @param {string} text
 */
export function isLocale(text) {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

/**
 * The locale for numbers: the visitor's locale for the page's language, else that language in the visitor's region.
 * @param {string} language of the page
 * @param {readonly string[]} wished the visitor's locales, best first
 */
export function localeOf(language, wished) {
  return inLanguage(language, wished) ?? regional(language, wished[0]);
}

/**
 * The locale for dates: as for numbers, but without a locale of the page's language the visitor's first one, because
 * short dates have no words. In a page of the other direction it would be unreadable.
 * @param {string} language of the page
 * @param {readonly string[]} wished the visitor's locales, best first
 */
export function dateLocaleOf(language, wished) {
  const [first] = wished;
  const readable = first && isRightToLeft(first) === isRightToLeft(language);
  return inLanguage(language, wished) ?? (readable ? first : regional(language, first));
}

/**
 * @param {string} language
 * @param {readonly string[]} wished
 */
function inLanguage(language, wished) {
  return wished.find((locale) => baseOf(locale) === baseOf(language));
}

/**
 * @param {string} language
 * @param {string} [locale] any that names the region
 */
function regional(language, locale = "") {
  const { region } = new Intl.Locale(locale || language);
  return region ? `${baseOf(language)}-${region}` : language;
}

/** @param {string} locale */
function baseOf(locale) {
  return locale.split("-")[0];
}

/** @param {string} locale */
function isRightToLeft(locale) {
  return RIGHT_TO_LEFT.includes(new Intl.Locale(locale).maximize().script ?? "");
}
