import { chromium } from "playwright-core";
const B = "http://127.0.0.1:4611/";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const errors = [];
async function page(viewport, theme, lang) {
  const context = await browser.newContext({ viewport, locale: lang });
  const p = await context.newPage();
  p.setDefaultTimeout(20000);
  p.on("pageerror", (e) => errors.push(e.message));
  p.on("console", (m) => m.type() === "error" && errors.push(m.text()));
  await p.addInitScript(([theme, lang]) => { localStorage.setItem("celeiro.theme", theme); localStorage.setItem("celeiro.language", lang); }, [theme, lang]);
  await p.goto(B);
  return p;
}
const Q = "q=" + encodeURIComponent("fungicida para ferrugem da soja").replace(/%20/g, "+");
const which = process.argv[2] ?? "all";
const shot = async (p, name) => { await p.waitForTimeout(700); await p.screenshot({ path: `/tmp/inspect-shots/${name}.png` }); };
const go = async (p, hash) => { await p.evaluate((h) => { location.hash = h; }, hash); await p.waitForTimeout(1200); };
const wide = { width: 1720, height: 1000 };
const narrow = { width: 390, height: 844 };
const runs = {
  async wide() {
    const p = await page(wide, "light", "pt-BR");
    await go(p, `#/search?${Q}`); await shot(p, "search");
    await p.keyboard.press("Shift+I"); await p.waitForTimeout(1500); await shot(p, "fused");
    await p.getByRole("button", { name: "Mexer nos pesos" }).click(); await p.waitForTimeout(400);
    const rows = p.locator("[data-row]");
    await rows.nth(1).click(); await p.waitForTimeout(800); await shot(p, "fused-sliders");
    const field = p.getByRole("combobox", { name: "Comparar com" }); await field.click(); await p.getByRole("option").nth(1).click(); await p.waitForTimeout(1500); 
    await p.locator("aside").last().evaluate((e) => e.scrollTo(0, 1e6)); await shot(p, "compare");
    const slider = p.getByRole("slider", { name: "Proximidade de sentido" }); await slider.focus(); for (let i = 0; i < 120; i++) await slider.press("ArrowRight");
    await p.waitForTimeout(800); await shot(p, "moved");
    await p.getByText("As duas listas", { exact: true }).click(); await shot(p, "lists");
    await p.getByText("O que foi cortado", { exact: true }).click(); await shot(p, "cut");
    await p.getByRole("button", { name: "Salvar como perfil…" }).click(); await shot(p, "save");
  },
  async moved() {
    const p = await page(wide, "light", "pt-BR");
    await go(p, `#/bench/inspect?${Q}&sliders=1&w=relevance.coverage:0&w=relevance.vector:12`); await p.waitForTimeout(6000); 
    await p.getByRole("button", { name: /consultas mudam/ }).click().catch((e) => console.log(e.message)); await shot(p, "moved2");
    await go(p, `#/bench/inspect?${Q}&sliders=1&view=lists`); await shot(p, "lists2");
  },
  async gate() {
    const p = await page(wide, "light", "pt-BR");
    await go(p, "#/bench/profiles?p=simple"); await p.getByRole("button", { name: "Pôr em vigor" }).click(); await p.getByRole("dialog").getByRole("button", { name: "Pôr em vigor" }).click();
    await p.getByText(/Este perfil piora/).waitFor({ timeout: 60000 }); await shot(p, "refused");
    await p.keyboard.press("Escape"); await p.waitForTimeout(300);
    await p.getByRole("button", { name: "Medir" }).click(); await p.getByRole("table", { name: "Médias" }).waitFor({ timeout: 60000 }); await p.getByRole("table", { name: "Médias" }).scrollIntoViewIfNeeded(); await shot(p, "setcompare");
  },
  async profiles() {
    const p = await page(wide, "light", "pt-BR");
    await go(p, "#/bench/profiles"); await shot(p, "profiles");
    await go(p, "#/bench/profiles?p=default&edit=1"); await shot(p, "editor");
    await go(p, "#/bench/profiles?p=enhanced"); await p.getByRole("button", { name: "Pôr em vigor" }).click(); await shot(p, "activate");
  },
  async narrow() {
    const p = await page(narrow, "dark", "en-US");
    await go(p, `#/bench/inspect?${Q}`); await shot(p, "n-fused");
    await p.getByRole("button", { name: "Move the weights" }).click(); await shot(p, "n-sliders");
    await p.keyboard.press("Escape"); await p.waitForTimeout(400);
    await p.locator("[data-row]").nth(2).click(); await shot(p, "n-panel"); await p.keyboard.press("Escape"); await p.waitForTimeout(400);
    await p.getByText("Both lists", { exact: true }).click(); await shot(p, "n-lists");
    await p.getByText("What was cut", { exact: true }).click(); await shot(p, "n-cut");
    await go(p, "#/bench/profiles"); await shot(p, "n-profiles");
    await go(p, "#/bench/profiles?p=default&edit=1"); await shot(p, "n-editor");
  },
};
try { for (const name of which === "all" ? Object.keys(runs) : which.split(",")) await runs[name](); }
catch (e) { console.error(e.message); }
console.log(errors.join("\n")); await browser.close();
