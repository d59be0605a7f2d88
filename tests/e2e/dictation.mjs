// Dictation in a real browser with a microphone that beeps: recorded, written down by a server, put into the box to be
// read, and sent by nothing but the person.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACTS } from "./lib/interface.mjs";
import { PATIENCE, until } from "./lib/processes.mjs";
import { press, text } from "./places/steps.mjs";

const BOX = "#chat-composer";
/** What a WebM file begins with. */
const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

export async function dictate(browser, address, tell, { provider }) {
  await speak(browser, address, tell, provider);
  await beRefused(browser, address, tell);
}

async function openChat(browser, address, permissions) {
  const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 1280, height: 840 }, permissions });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${address}#/chat`);
  await page.locator(BOX).waitFor();
  return { context, page };
}

async function speak(browser, address, tell, provider) {
  const { context, page } = await openChat(browser, address, ["microphone"]);
  const asked = provider.requests.length;
  const before = provider.recordings.length;
  const reads = (words) => until(`“${words}” in the box`, async () => (await page.locator(BOX).inputValue()) === words);
  /** Records until the clock has moved, then stops. */
  const record = async () => {
    await press("composer.dictate.start")(page);
    await page.getByRole("timer").filter({ hasText: /^0:0[1-9]/ }).waitFor();
    await shoot(page, "recording");
    await press("composer.dictate.stop")(page);
  };
  provider.transcripts = ["três inseticidas <b>para tomate</b>", { status: 500, message: "boom" }, "em cartões"];

  await page.locator(BOX).fill("bom dia,");
  await record();
  await reads("bom dia, três inseticidas <b>para tomate</b>");
  const [form] = provider.recordings.slice(before);
  assert.ok(form.bytes.includes(WEBM) && form.bytes.length > 2_000, `no recording: ${form.bytes.length} bytes`);
  assert.match(form.text, /name="model"\r\n\r\nwhisper-1/);
  assert.match(form.text, /name="language"\r\n\r\npt/);
  assert.equal(await page.locator(`${BOX} b`).count(), 0);
  await shoot(page, "written-down");

  // A recording that the server fails on stays until it is tried again; nothing has to be said twice.
  await record();
  await page.getByRole("button", { name: text("composer.dictate.again") }).waitFor();
  await shoot(page, "failed");
  await press("composer.dictate.again")(page);
  await reads("bom dia, três inseticidas <b>para tomate</b> em cartões");
  const [, failed, again] = provider.recordings.slice(before);
  assert.ok(again.bytes.length > 2_000 && Math.abs(again.bytes.length - failed.bytes.length) < 200, "the same recording was sent again");

  // One that is thrown away is not sent.
  await press("composer.dictate.start")(page);
  await page.getByRole("timer").waitFor();
  await press("composer.dictate.discard")(page);
  await page.getByRole("button", { name: text("composer.dictate.start") }).waitFor();
  assert.equal(provider.recordings.length, before + 3);
  assert.equal(provider.requests.length, asked, "nothing was asked by itself");
  tell("dictated, tried again where the server failed, threw one away; nothing was sent by itself");
  await context.close();
}

/** A browser that gives no microphone: the page says so and what to do, and the box works on. */
async function beRefused(browser, address, tell) {
  const { context, page } = await openChat(browser, address, []);
  await press("composer.dictate.start")(page);
  await page.getByText(text("composer.dictate.trouble.denied")).first().waitFor();
  await page.locator(BOX).fill("escrevo, então");
  assert.equal(await page.locator(BOX).inputValue(), "escrevo, então");
  tell("said that the microphone was not allowed");
  await context.close();
}

async function shoot(page, what) {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `browser-dictation-${what}.png`) });
}
