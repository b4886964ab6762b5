/**
 * Times and counts in the style of the visitor's region. The server writes ISO dates and Latin digits, which remain if
 * no script runs.
 */

import { dateLocaleOf, localeOf, wishedLocales } from "./locale.js";

/** @param {string} language of the page */
export function startTimes(language) {
  const style = new Intl.DateTimeFormat(dateLocaleOf(language, wishedLocales()), {
    dateStyle: "short",
    timeStyle: "short",
  });
  for (const time of document.querySelectorAll("time")) time.textContent = style.format(new Date(time.dateTime));
  startCounts(new Intl.NumberFormat(localeOf(language, wishedLocales()), { useGrouping: false }));
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
  while (texts.nextNode()) texts.currentNode.nodeValue = inDigits(texts.currentNode.nodeValue ?? "", numbers);
}

/**
 * A text with its whole numbers in the region's digits; squares, results and clocks stay as players write them.
 * @param {string} text
 * @param {Intl.NumberFormat} numbers
 */
export function inDigits(text, numbers) {
  return text.replace(/(?<![\w.+:/-])\d+(?![\w+:/-])/g, (digits) => numbers.format(Number(digits)));
}
