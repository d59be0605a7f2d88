// A catalog without items: what stands in the place of the contents of each page, and the ways out of it.
import { both, press, seen, text, unseen } from "./steps.mjs";

/** That it is the empty catalog that was looked at: all three ways out are there. */
const offersAll = unseen(async (page) => {
  for (const way of ["import", "demo", "item"]) await page.locator("main").getByText(text(`start.${way}`), { exact: true }).waitFor();
});

/** The same catalog, as if a team shared it: the demo asks first. */
const askForTeam = both(
  async (page) => {
    const known = await page.evaluate(async () => (await fetch("/api/health")).json());
    const database = { ...known.database, kind: "server" };
    await page.route("**/api/health", (route) => route.fulfill({ json: { ...known, database } }));
    await page.reload();
  },
  press("start.demo"),
  seen("[role=dialog]"),
);

export const EMPTY_PLACES = [
  ["search", offersAll, askForTeam],
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
