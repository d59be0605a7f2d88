// The analyst's bench: inspector, profiles, query sets, gaps, queries, quality; and the settings.
import { both, call, chooseItem, click, key, openMenu, press, seen, text, unseen } from "./steps.mjs";

const openSet = (rest) =>
  unseen(async (page) => {
    const [set] = (await call(page, "list_query_sets", {})).filter(({ role }) => role === "judged");
    await page.evaluate((hash) => void (location.hash = hash), `#/bench/sets/${set.id}${rest}`);
    await seen("main h2")(page);
    await page.waitForLoadState("networkidle");
  });
const editProfile = { name: "perfil.json", mimeType: "application/json" };
const importProfile = async (page) => {
  const profiles = await call(page, "list_profiles", {});
  const { profile } = profiles.find(({ active }) => active);
  const buffer = Buffer.from(JSON.stringify({ ...profile, name: "de teste" }));
  await page.locator("main input[type=file]").first().setInputFiles({ ...editProfile, buffer });
  await seen("[role=dialog]")(page);
};
const receive = (content) => async (page) => {
  const buffer = Buffer.from(content);
  await page.locator("main input[type=file]").first().setInputFiles({ name: "recebido.json", mimeType: "application/json", buffer });
};
const openOther = unseen((page) => page.evaluate(() => void (location.hash = "#/bench/profiles?p=simple")));
const confirm = async (page) => {
  await page.locator("[role=dialog] form button[type=submit]").click();
  await seen("[role=dialog] [role=alert]")(page);
};
const sayWhoJudges = async (page) => {
  await page.getByLabel(text("judge.judge")).fill("Ana");
  await page.keyboard.press("Enter");
};
/** A search that finds nothing, twice: a gap. */
const makeGap = unseen(async (page) => {
  await call(page, "search", { query: "zzyx lacuna de teste", settled: true });
  await page.reload();
  await seen("main li h2")(page);
});
const remedies = ["faq", "synonym", "item", "test", "dismiss"].map((one) => press(`bench.gaps.remedy.${one}`));
const view = (which) => (page) => page.getByText(text(`whole.view.${which}`), { exact: true }).click();

export const BENCH_PLACES = [
  ["bench/inspect"],
  [
    "bench/inspect?q=soja",
    both(click("[data-row]"), seen("[data-equal]")),
    both(key("Escape"), press("sliders.open"), seen("main [role=slider]")),
    view("lists"),
    view("cut"),
  ],
  ["bench/inspect?q=soja&sliders=1", seen("main [role=slider]"), moveWeight, both(press("sliders.save"), seen("[role=dialog] form"))],
  ["bench/profiles", importProfile],
  ["bench/profiles", press("profiles.copy")],
  ["bench/profiles", both(press("profiles.back"), seen("[role=dialog] form"))],
  ["bench/profiles", openOther, both(press("profiles.activate"), seen("[role=dialog] form")), confirm],
  ["bench/sets", press("sets.create.open")],
  ["bench/sets", press("sets.import.open")],
  ["bench/sets", both(receive("isto não é JSON"), seen("[role=dialog] [role=alert]"))],
  ["bench/sets", openSet(""), seen("tbody tr"), both(press("sets.deleteQuery"), seen("[role=dialog]"))],
  ["bench/sets", openSet(""), both(press("sets.more"), seen("[role=menu]")), both(chooseItem("sets.edit.open"), seen("[role=dialog] form"))],
  ["bench/sets", openSet(""), both(press("sets.editQuery.open"), seen("tbody form"))],
  ["bench/sets", openSet("/judge"), both(sayWhoJudges, seen("article h4"))],
  ["bench/sets", openSet("/evaluation?after=simple"), seen("main table"), openMenu("share.evaluation")],
  ["bench/gaps", makeGap, ...remedies],
  ["bench/queries", both(press("bench.queries.delete.button"), seen("[role=dialog]"))],
  ["bench/quality"],
  ["settings"],
];

async function moveWeight(page) {
  await page.locator("main [role=slider]").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForLoadState("networkidle");
}
