/** The texts in the page's language. The server embeds the translations in the page; English has none. */

import { localeOf, wishedLocales } from "./locale.js";

/**
 * On other sites, where boards are embedded, `learn` sets the texts.
 * @type {Record<string, string | string[]>}
 */
const messages = JSON.parse(document.getElementById("messages")?.textContent || "{}");

export const language = document.documentElement.lang || "en";

/**
 * The page's language in the visitor's region, for numbers in sentences. What belongs to the board has Latin digits
 * everywhere.
 */
export const locale = localeOf(language, wishedLocales());

const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(locale);

/** @param {Record<string, string | string[]>} translations */
export function learn(translations) {
  Object.assign(messages, translations);
}

/** gettext numbers the plural forms of a language in this order. */
const forms = ["zero", "one", "two", "few", "many", "other"].filter((form) =>
  plurals.resolvedOptions().pluralCategories.includes(/** @type {Intl.LDMLPluralRule} */ (form)),
);

/**
 * Translates an English text and puts the values in place of `{name}`.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  const translated = messages[text];
  return filled(typeof translated === "string" && translated ? translated : text, values);
}

/**
 * Translates a text with a plural; `{n}` stands for the number.
 * @param {string} one
 * @param {string} other
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function tn(one, other, n, values = {}) {
  const translated = messages[one];
  if (Array.isArray(translated)) return counted(translated, n, values);
  return filled(n === 1 ? one : other, { n, ...values });
}

/**
 * The plural form of a text for a number.
 * @param {string[]} texts all the forms, as gettext numbers them
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function counted(texts, n, values = {}) {
  // A language need not translate the form that only fractions have, which is the last one.
  return filled(texts[forms.indexOf(plurals.select(n))] ?? texts[texts.length - 1], { n, ...values });
}

/**
 * Words joined by the comma of the language.
 * @param {string[]} words
 */
export function joined(words) {
  return words.join(t(", "));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Isolates a name, a clock or another part of a text, so that its direction does not mix with that of the text around
 * it. Translations isolate their values already.
 * @param {string} text
 */
export function isolated(text) {
  const mixed = document.documentElement.dir === "rtl" || RIGHT_TO_LEFT.test(text);
  return mixed ? `\u2068${text}\u2069` : text;
}

/**
 * Puts the values in place of `{name}`.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name] ?? placeholder;
    return typeof value === "number" ? numbers.format(value) : value;
  });
}
