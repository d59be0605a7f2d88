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
 * page; one without a look of its own is `unseen`. A look waits more than it computes, so two lists are
 * gone through at a time; only those of one list may depend on what a step of it left in the catalog.
 */
const LISTS = [
  CATALOG_PLACES,
  [...SEARCH_PLACES, ...CHAT_PLACES, ...IMPORT_PLACES, ...BENCH_PLACES, ...SCREEN_PLACES],
];
/** Chosen by a part of their address, to mend one: `AXE_PLACES=catalog/items`. */
const wanted = process.env.AXE_PLACES ?? "";

/** Looks everywhere at `address`; `provider` answers what is asked in the chat. */
export async function lookThrough(browser, address, tell, { provider }) {
  const world = { browser, address, provider, found: [], seen: new Set(), looks: 0 };
  await Promise.all(LISTS.map((places) => lookThroughList(places, world)));
  assert.deepEqual(world.found, []);
  tell(`${world.looks} looks at ${world.seen.size} places, each in two themes: no violation`);
}

async function lookThroughList(places, world) {
  const { browser, address, provider, found, seen } = world;
  for (const [place, ...steps] of places.filter(([place]) => place.includes(wanted))) {
    const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1280, height: 840 } });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const look = async (what) => {
      world.looks += 1;
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
}

async function open(page, url) {
  await page.goto(url);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  await settle(page);
}
