// What stands in the place of every page: a token that is wanted, a program that starts, fails or is away.
import { both, seen, unseen } from "./steps.mjs";

/** The page is opened anew, and its program answers its health so. */
const withHealth = (answer) => async (page) => {
  const known = await page.evaluate(async () => (await fetch("/api/health")).json());
  await page.route("**/api/**", (route) => answer(route, known));
  await page.reload();
  await page.locator("h1").first().waitFor();
};
const inPhase = (phase) => (route, known) => route.fulfill({ json: { ...known, phase, phaseMessage: "Preparando o banco de dados" } });
const refuse = (route) => route.fulfill({ status: 401, json: { code: "unauthorized", message: "Falta o token", details: null } });

export const SCREEN_PLACES = [
  ["search", withHealth(inPhase("starting"))],
  ["search", withHealth(inPhase("failed"))],
  ["search", withHealth(refuse)],
  ["search", withHealth((route) => route.abort())],
  ["catalog/items", unseen((page) => page.route("**/api/**", (route) => route.abort())), both((page) => page.evaluate(() => dispatchEvent(new Event("focus"))), seen("main [role=alert]"))],
];
