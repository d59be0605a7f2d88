// An editor's morning: twenty products made, enriched, given files and published, by keys alone. Mice
// are not touched: nothing here clicks, and nothing is focused but by a key.
import assert from "node:assert/strict";
import { docx, file, pdf, png, xlsx } from "./lib/files.mjs";

export const COUNT = 20;
const KINDS = ["pdf", "docx", "xlsx", "csv", "txt", "md", "html", "png"];
const SORTS = ["Fungicida", "Herbicida", "Inseticida", "Adubo foliar"];

/** `ui` is an `Interface` in a browser; the catalog is the demo catalog, no model is configured. */
export async function makeTwenty(ui) {
  const before = await ui.call("list_items", { limit: 1 });
  await ui.command((await ui.text("palette.goTo")).replace("{{page}}", await ui.text("page.catalog.nav")));
  await ui.until("the sheet", () => document.activeElement?.dataset.at === "0:0");
  await ui.page.press("Alt+i");
  const made = [];
  for (let n = 1; n <= COUNT; n++) {
    made.push(await makeOne(ui, n));
    if (n === 1) ui.tell("the first product is published");
  }
  ui.tell(`${COUNT} products, by keys alone`);
  await ui.until("an empty form", () => document.activeElement?.id === "item-field-name" && document.activeElement.value === "");
  await ui.page.press("Escape");
  await ui.until("the sheet again after the form", () => document.activeElement?.dataset.at !== undefined);
  await ui.page.press("Control+f");
  await keys(ui, "teclado");
  await ui.until("the twenty", (rows) => document.querySelectorAll("[role=row][aria-rowindex]").length === rows, COUNT + 1);
  await ui.screenshot("twenty");
  await check(ui, made, before.total);
}

/** One product, from an empty form to the next empty form. */
async function makeOne(ui, n) {
  const name = `${SORTS[n % SORTS.length]} de prova ${String(n).padStart(2, "0")} 5 L`;
  const maker = "Teclado SA";
  await focused(ui, "an empty form", "item-field-name");
  await keys(ui, name);
  // Past the category, which is left to the suggestions, and past the links to items with like names, of which
  // three at most are there already.
  for (let tabs = 0; tabs < 5; tabs += 1) {
    await ui.page.press("Tab");
    if (await ui.page.evaluate(() => document.activeElement?.id === "item-field-manufacturer")) break;
  }
  await focused(ui, "the maker", "item-field-manufacturer");
  await keys(ui, maker);

  const accepted = await takeSuggestions(ui);

  const kind = KINDS[n % KINDS.length];
  const attached = `ficha ${n}.${kind}`;
  await ui.page.answerDialog([file(attached, content(kind, name))], () => ui.page.press("Alt+a"), () => choose(ui));
  await ui.until(`the item stored`, () => /item=[0-9a-f-]{36}/.test(location.hash));
  const id = await ui.page.evaluate(() => /item=([0-9a-f-]{36})/.exec(location.hash)[1]);
  if (n === 3) {
    await ui.until("the file listed", (name) => document.body.innerText.includes(name) && !document.querySelector("[role=progressbar]"), attached);
    await ui.screenshot("twenty-form");
  }
  // On at once: the file goes on its way without us.
  await ui.page.press("Control+Shift+Enter");
  await ui.until("the next form", () => /item=new/.test(location.hash));
  return { id, name, maker, attached, kind, accepted };
}

/** The item is stored before its first file; where that took long, the button has the focus and waits. */
async function choose(ui) {
  await ui.until("the button for files", (label) => document.activeElement?.innerText === label, await ui.text("files.choose"));
  await ui.page.press("Enter");
}

/** Asks, accepts the first and the third, refuses the rest, and goes back to the fields. */
async function takeSuggestions(ui) {
  await ui.page.press("Alt+s");
  const title = await ui.text("assist.title");
  const cards = await ui.until("suggestions with the focus in them", (title) => {
    const cards = [...document.querySelectorAll(`ul[aria-label="${title}"] > li`)];
    return cards.includes(document.activeElement) && cards.map((card) => card.getAttribute("aria-label"));
  }, title);
  const accepted = [];
  for (const [at, label] of cards.entries()) {
    await ui.until(`the card ${label}`, (label) => document.activeElement?.getAttribute("aria-label") === label, label);
    await ui.page.press(at % 2 === 0 ? "a" : "r");
    if (at % 2 === 0) accepted.push(label);
    await ui.until(`${label} decided`, (label) => document.querySelector(`li[aria-label="${label}"][data-decided]`), label);
  }
  await ui.page.press("Escape");
  await focused(ui, "the fields again", "item-field-name");
  return accepted;
}

/** Afterwards, as another program would see it. */
async function check(ui, made, before) {
  const after = await ui.call("list_items", { limit: 1 });
  assert.equal(after.total, before + COUNT);
  const fields = { category: await ui.text("assist.field.category"), price: await ui.text("assist.field.price"), tags: await ui.text("assist.field.tags"), description: await ui.text("assist.field.description") };
  let decisions = 0;
  for (const one of made) {
    const item = await ui.call("get_item", { id: one.id });
    assert.equal(item.name, one.name);
    assert.equal(item.status, "ativo");
    assert.equal(item.manufacturer, one.maker);
    assert.ok(one.accepted.length > 0, `nothing was suggested for ${one.name}`);
    const held = { category: item.category !== null, price: item.price !== null, tags: item.tags.length > 0, description: item.description !== null };
    for (const [field, has] of Object.entries(held)) {
      assert.equal(has, one.accepted.includes(fields[field]), `${field} of ${one.name}: only what was accepted is there`);
    }
    decisions += one.accepted.length;
    await attached(ui, one);
  }
  ui.tell(`${COUNT} are there, active, with their files read; ${decisions} suggestions taken, no other written`);
}

async function attached(ui, { id, name, attached, kind }) {
  const files = await ui.until(`the file of ${name}`, async (id) => {
    const files = await window.__TAURI_INTERNALS__.invoke("list_attachments", { req: { id } }, { headers: {} });
    return files.length > 0 && files;
  }, id);
  assert.deepEqual(files.map((one) => one.name), [attached]);
  if (kind === "png") return assert.equal(files[0].format, "image");
  assert.ok(files[0].chunks > 0, `${attached} was not cut into passages`);
  const { chunks } = await ui.call("get_attachment_text", { id: files[0].id });
  assert.match(chunks.join(" "), /Guardar em local fresco/, attached);
}

function content(kind, name) {
  const text = `${name}. Guardar em local fresco, longe de alimentos.`;
  switch (kind) {
    case "pdf":
      return pdf(text);
    case "docx":
      return docx(text);
    case "xlsx":
      return xlsx([["produto", "cuidado"], [name, text]]);
    case "csv":
      return `produto;cuidado\n${name};${text}\n`;
    case "html":
      return `<!doctype html><title>Ficha</title><p>${text}</p><script>alert(1)</script>`;
    case "png":
      return png(40, 120, 60);
    default:
      return kind === "md" ? `# Ficha\n\n${text}\n` : text;
  }
}

function focused(ui, what, id) {
  return ui.until(`the focus on ${what}`, (id) => document.activeElement?.id === id, id);
}

async function keys(ui, text) {
  for (const letter of text) await ui.page.press(letter === " " ? "Space" : letter);
}
