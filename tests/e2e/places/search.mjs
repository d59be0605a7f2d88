// The search page, what opens from it, and what opens everywhere.
import { both, click, key, openHelp, press, seen } from "./steps.mjs";

const leaveFields = (page) => page.evaluate(() => document.activeElement?.blur());
const narrow = (page) => page.setViewportSize({ width: 390, height: 800 });

export const SEARCH_PLACES = [
  ["search", click("nav [aria-haspopup=dialog]", "[role=dialog]")],
  ["search", key("Control+k", ".mantine-Spotlight-action"), key("Escape"), both(leaveFields, key("?", "[role=dialog] kbd"))],
  ["search?q=soja", press("advanced.title")],
  ["search?q=soja", click("article button[aria-pressed]", "[data-depth='0']"), press("inspect.expandAll"), openHelp],
  ["search?q=soja", click("[data-hit]", "[role=dialog] h2")],
  ["search?q=soja&sort=priceAsc"],
  ["search?q=zzyxnadaassim", seen("main")],
  ["search?q=soja", both(narrow, seen("article")), press("filters.open_other")],
  ["faq?q=embalagens", click("[data-hit]", "[role=dialog] h2")],
];
