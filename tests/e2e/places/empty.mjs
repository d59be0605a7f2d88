// A catalog without items: what stands in the place of the contents of each page, and the ways out of it.
import { seen, text, unseen } from "./steps.mjs";

/** That it is the empty catalog that was looked at: all three ways out are there. */
const offersAll = unseen(async (page) => {
  for (const way of ["import", "demo", "item"]) await page.locator("main").getByText(text(`start.${way}`), { exact: true }).waitFor();
});

export const EMPTY_PLACES = [
  ["search", offersAll],
  ["faq", unseen(seen("main a[href='#/catalog/import?kind=faqs']"))],
  ["settings", offersAll],
  ["chat", offersAll],
  ["catalog/items", offersAll],
  ["catalog/faqs"],
  ["catalog/synonyms", offersAll],
  ["catalog/import", unseen(seen("main a[href='#/catalog/items?item=new']"))],
  ["catalog/history"],
  ["catalog/review"],
  ["bench/inspect"],
  ["bench/sets", offersAll],
  ["bench/profiles", offersAll],
  ["bench/gaps"],
  ["bench/quality"],
];
