// Every page and what opens from it (dialogs, menus, popovers, conflicts, the steps of an import), looked
// through by axe in both themes: no violation.
import assert from "node:assert/strict";
import { auditThemes, settle } from "./lib/axe.mjs";
import { BENCH_PLACES } from "./places/bench.mjs";
import { CATALOG_PLACES } from "./places/catalog.mjs";
import { CHAT_PLACES } from "./places/chat.mjs";
import { IMPORT_PLACES } from "./places/import.mjs";
import { SCREEN_PLACES } from "./places/screens.mjs";
import { SEARCH_PLACES } from "./places/search.mjs";

/**
 * An address, and steps from there: each is looked at, in the order given. A step is a function of the
 * page; one without a look of its own is `unseen`.
 */
const PLACES = [...SEARCH_PLACES, ...CHAT_PLACES, ...CATALOG_PLACES, ...IMPORT_PLACES, ...BENCH_PLACES, ...SCREEN_PLACES];
/** Chosen by a part of their address, to mend one: `AXE_PLACES=catalog/items`. */
const wanted = process.env.AXE_PLACES ?? "";

/** Looks everywhere at `address`; `provider` answers what is asked in the chat. */
export async function lookThrough(browser, address, tell, { provider }) {
  const found = [];
  const seen = new Set();
  let looks = 0;
  for (const [place, ...steps] of PLACES.filter(([place]) => place.includes(wanted))) {
    const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1280, height: 840 } });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const look = async (what) => {
      looks += 1;
      found.push(...(await auditThemes(page, what)));
    };
    await open(page, `${address}/#/${place}`);
    if (!seen.has(place)) await look(place);
    seen.add(place);
    for (const [at, step] of steps.entries()) {
      const what = `${place}, step ${at + 1}`;
      try {
        await step(page, { provider, address });
        await settle(page);
      } catch (error) {
        // The other places are looked at all the same.
        found.push(`${what}: ${error.message.split("\n").slice(0, 4).join(" ")}`);
        break;
      }
      if (!step.unseen) await look(what);
    }
    await context.close();
  }
  assert.deepEqual(found, []);
  tell(`${looks} looks at ${seen.size} places, each in two themes: no violation`);
}

async function open(page, url) {
  await page.goto(url);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  await settle(page);
}
