/**
 * Times and counts in the style of the visitor's region. The server writes ISO dates and Latin digits, which remain if
 * no script runs.
 */

import { dateLocaleOf, localeOf, wishedLocales } from "./locale.js";

/** Milliseconds after which a time marked `data-day` is shown without the time of day. */
const RECENT = 86_400_000;

/** Names, which keep their digits, and notation, which has Latin digits everywhere. */
const AS_WRITTEN = "bdi, [dir=auto], .notation";

/** @param {string} language of the page */
export function startTimes(language) {
  const exact = moments(language);
  const day = new Intl.DateTimeFormat(dateLocaleOf(language, wishedLocales()), { dateStyle: "short" });
  const month = months(language);
  for (const time of document.querySelectorAll("time")) {
    const style = "month" in time.dataset ? month : isOld(time) ? day : exact;
    time.textContent = style.format(new Date(time.dateTime));
  }
  startCounts(new Intl.NumberFormat(localeOf(language, wishedLocales()), { useGrouping: false }));
}

/**
 * Writes a day with the time of day.
 * @param {string} language of the page
 */
export function moments(language) {
  const locale = dateLocaleOf(language, wishedLocales());
  return new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" });
}

/**
 * Writes the day of a PDN tag, such as 2026.11.21; one that is not known in full stays as it is.
 * @param {string} date
 * @param {string} language of the page
 */
export function dayOfTag(date, language) {
  if (!/^\d{4}\.\d\d\.\d\d$/.test(date)) return date;
  const moment = new Date(date.replaceAll(".", "-"));
  const locale = dateLocaleOf(language, wishedLocales());
  const style = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" });
  return Number.isNaN(moment.getTime()) ? date : style.format(moment);
}

/**
 * Writes a month, such as 2026-11, by its name.
 * @param {string} language of the page
 */
export function months(language) {
  const locale = localeOf(language, wishedLocales());
  return new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });
}

/**
 * Whether a time is shown without the time of day, because records of older games have only the day.
 * @param {HTMLTimeElement} time
 */
function isOld(time) {
  return "day" in time.dataset && Date.now() - Date.parse(time.dateTime) > RECENT;
}

/** @param {Intl.NumberFormat} numbers */
function startCounts(numbers) {
  const { numberingSystem } = numbers.resolvedOptions();
  document.documentElement.dataset.digits = numberingSystem;
  if (numberingSystem === "latn") return;
  for (const element of document.querySelectorAll("[data-counts]")) rewrite(element, numbers);
}

/**
 * @param {Element} element
 * @param {Intl.NumberFormat} numbers
 */
function rewrite(element, numbers) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    if (currentNode.parentElement?.closest(AS_WRITTEN)) continue;
    currentNode.nodeValue = inDigits(currentNode.nodeValue ?? "", numbers);
  }
}

/**
 * A text with its whole numbers in the region's digits; squares, results and clocks stay as players write them.
 * @param {string} text
 * @param {Intl.NumberFormat} numbers
 */
export function inDigits(text, numbers) {
  return text.replace(/[\w.+:/-]+/g, (word) => (/^\d+\.*$/.test(word) ? localized(word, numbers) : word));
}

/**
 * @param {string} word a whole number, perhaps with a full stop
 * @param {Intl.NumberFormat} numbers
 */
function localized(word, numbers) {
  return word.replace(/^\d+/, (digits) => numbers.format(Number(digits)));
}
