/**
 * A proof, not a test: a seller, an editor and an administrator work at once, each in a browser of their own, with a
 * server on a primary with two standbys. The primary is killed while all three work, none of them can for a moment, a
 * standby is promoted, and they go on. What the pages called done is in the database afterwards, each person may what
 * their role does and nothing else, and an account that the command line closes while its answer is being written gets
 * no more of it.
 *
 *   node tests/proofs/team-day.mjs
 *   CONTROL=asynchronous …   # no commit waits for a standby, and both are cut off: losses must show
 *
 * Needs Chromium and the built page (ui/dist). CELEIRO sets the program, ROUNDS how much each person does before the
 * loss and after it; pictures go to CELEIRO_E2E_ARTIFACTS.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { BrowserPage, launch } from "../e2e/lib/chromium.mjs";
import { Interface } from "../e2e/lib/interface.mjs";
import { dataFolder, pause, program, run, until } from "../e2e/lib/processes.mjs";
import { Provider } from "../e2e/lib/provider.mjs";
import { text } from "../e2e/places/steps.mjs";
import { accountButton, button, changeOf, goTo, refusalOf, signIn, textbox } from "../e2e/team/steps.mjs";
import { concludeProof } from "./lib/outcome.mjs";
import { Replication } from "./lib/replicated.mjs";
import { Server, findPort } from "./lib/server.mjs";

const control = process.env.CONTROL ?? "";
const rounds = Number(process.env.ROUNDS ?? 3);
const celeiro = process.env.CELEIRO ?? program("celeiro");
const PASSWORD = "trator azul na garagem 31";
const PEOPLE = [
  { login: "ana", name: "Ana Souza", role: "seller" },
  { login: "bia", name: "Bia Nunes", role: "editor" },
  { login: "rui", name: "Rui Prado", role: "admin" },
];
const QUESTIONS = [
  "Tem herbicida para buva?",
  "Qual fungicida para ferrugem da soja?",
  "Tem inseticida para percevejo?",
];
const SEARCHES = ["herbicida para soja", "fungicida para ferrugem", "inseticida para milho"];
/** How long all three work before the primary is killed, and how long no server takes writes then. */
const BEFORE_MS = 1_000;
const WITHOUT_PRIMARY_MS = 5_000;
/** How long a person waits for a page before they try again, and in all. */
const TRY_MS = 8_000;
const GIVEN_UP_MS = 120_000;
/** A server looks each second whether an account with work under way was closed. */
const CLOSED_WITHIN_MS = 3_000;

const violations = [];

/** Does `act` again and again until `look` gives something true in the page. */
async function insist(person, what, act, look, ...args) {
  const begun = Date.now();
  for (;;) {
    try {
      await act();
      return await until(what, () => person.ui.page.evaluate(look, ...args), TRY_MS);
    } catch (error) {
      person.retries += 1;
      if (Date.now() - begun > GIVEN_UP_MS)
        throw new Error(`${person.login} tried in vain: ${what}`, { cause: error });
      await pause(500);
    }
  }
}

/** A seller searches, asks, and has the whole answer: its conversation is there. */
async function sell(ana, at) {
  const { page } = ana;
  await insist(
    ana,
    "hits",
    async () => {
      await goTo(page, `search?q=${encodeURIComponent(SEARCHES[at % SEARCHES.length])}`);
    },
    () => document.querySelectorAll("article [data-hit]").length > 0,
  );
  const question = `${QUESTIONS[at % QUESTIONS.length]} (${at})`;
  const conversation = await insist(
    ana,
    `an answer to ${question}`,
    async () => {
      // A question that came to nothing is asked again in a conversation of its own.
      await goTo(page, "chat");
      await button(page, "conversations.new").click({ timeout: TRY_MS });
      await page.waitForFunction(
        () => location.hash === "#/chat" && !document.querySelector("main article"),
        null,
        { timeout: TRY_MS },
      );
      await page.locator("#chat-composer").fill(question, { timeout: TRY_MS });
      await page.keyboard.press("Enter");
    },
    () => {
      const isWhole =
        document.querySelector("main article footer") &&
        !document.querySelector("main article[aria-busy=true]");
      return isWhole && new URLSearchParams(location.hash.split("?")[1]).get("c");
    },
  );
  ana.done.push({ table: "conversation", id: conversation, question });
}

/** An editor changes a price in the form, and the form says that all is saved. */
async function edit(bia, at) {
  const { page } = bia;
  const item = bia.items[at % bia.items.length];
  const typed = `${100 + at},${String(at % 100).padStart(2, "0")}`;
  const field = page.locator("#item-field-price");
  await insist(
    bia,
    `the form of ${item.name}`,
    () => goTo(page, `catalog/items?item=${item.id}`),
    // The form of the item before is there until the next one has come.
    (name) =>
      document.querySelector("#item-field-name")?.value === name &&
      document.querySelector("#item-field-price") !== null,
    item.name,
  );
  await field.fill(typed);
  // Until then the form says that all is saved, of what was there before.
  await page.waitForFunction(
    (saved) => ![...document.querySelectorAll("footer")].some((bar) => bar.innerText.includes(saved)),
    text("itemForm.unchanged"),
    { timeout: GIVEN_UP_MS },
  );
  await insist(
    bia,
    `a price of ${item.name} saved`,
    async () => {
      if ((await field.inputValue()) !== typed) await field.fill(typed);
      await page.keyboard.press("Control+s");
    },
    (saved, typed) =>
      [...document.querySelectorAll("footer")].some((bar) => bar.innerText.includes(saved)) &&
      document.querySelector("#item-field-price")?.value === typed,
    text("itemForm.unchanged"),
    typed,
  );
  bia.done.push({ table: "price", id: item.id, price: Number(typed.replace(",", ".")) });
}

/** An administrator invites a person, and gets the link that is shown once. */
async function invite(rui, at) {
  const { page } = rui;
  const login = `novo${at}-${randomUUID().slice(0, 6)}`;
  const form = page.getByRole("dialog", { name: text("team.add") });
  const open = async () => {
    await goTo(page, "team/people");
    if (await form.isVisible()) return;
    await button(page, "team.add").click({ timeout: TRY_MS });
    await form.waitFor({ timeout: TRY_MS });
  };
  await insist(
    rui,
    `an invitation for ${login}`,
    async () => {
      await open();
      await textbox(form, "team.login").fill(login, { timeout: TRY_MS });
      await button(form, "team.invite").click({ timeout: TRY_MS });
    },
    () => document.querySelector("[role=dialog] pre")?.innerText.includes("#/invitation/"),
  );
  await button(page.getByRole("dialog", { name: text("team.invitation.title") }), "action.close")
    .last()
    .click();
  await rui.ui.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  rui.done.push({ table: "user", login });
}

const WORK = { ana: sell, bia: edit, rui: invite };

class Day {
  static async begin() {
    const day = new Day();
    const root = dataFolder();
    day.replication = await Replication.make(root, {
      synchronous: control !== "asynchronous",
      fill: fillWithDemo,
    });
    day.provider = await Provider.listen();
    day.provider.answers = ["Há produtos para isso no catálogo [1]."];
    day.folder = join(root, "program");
    mkdirSync(day.folder, { mode: 0o700 });
    const env = { ...day.provider.env, ...day.replication.env };
    day.server = new Server(day.folder, await findPort(), { env });
    await day.server.start();
    const { client } = day.server;
    for (const { login, name, role } of PEOPLE)
      await client.get("POST", "/api/users", { login, name, role, password: PASSWORD });
    const browser = await launch();
    day.people = [];
    for (const who of PEOPLE) day.people.push(await day.open(browser, who));
    [day.ana, day.bia, day.rui] = day.people;
    const { rows } = await client.get("GET", "/api/catalog/items?limit=20");
    day.bia.items = rows
      .filter(({ status, price }) => status === "ativo" && typeof price === "number")
      .slice(0, 5);
    return day;
  }

  /** Signs a person in, in a browser of their own. */
  async open(browser, who) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "pt-BR",
      colorScheme: "light",
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => violations.push(`fault: ${who.login}: ${error.message}`));
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto(`http://127.0.0.1:${this.server.port}`);
    const person = { ...who, page, ui: new Interface(new BrowserPage(page), "day"), done: [], retries: 0 };
    await signIn(page, { login: who.login, password: PASSWORD }, text("signIn.title"));
    await accountButton(page, who).waitFor();
    return person;
  }

  /** All three do `times` pieces of their work at the same time. */
  async work(times) {
    await Promise.all(
      this.people.map(async (person) => {
        for (let at = 0; at < times; at += 1) await WORK[person.login](person, person.done.length);
      }),
    );
  }

  countDone() {
    return this.people.reduce((count, { done }) => count + done.length, 0);
  }

  /** The primary is killed while all three work; they go on with the standby that is promoted. */
  async losePrimary() {
    const { replication } = this;
    const old = replication.primary;
    const working = this.work(rounds + 1);
    if (control === "asynchronous") {
      old.sendNothing();
      const there = this.countDone();
      await until("more is called done", () => this.countDone() > there + 1, GIVEN_UP_MS);
    } else await pause(BEFORE_MS);
    await old.kill();
    const killed = Date.now();
    const before = this.people.map(({ done }) => done.length);
    await pause(WITHOUT_PRIMARY_MS);
    await this.picture("without-primary");
    await replication.failOver();
    const promoted = Date.now();
    const isOn = () => this.people.every(({ done }, at) => done.length > before[at]);
    const noticing = until("all three went on", isOn, GIVEN_UP_MS).then(() => Date.now() - promoted);
    noticing.catch(() => {});
    await working;
    const took = await noticing;
    await old.set(["synchronous_standby_names = ''"]);
    await old.start();
    const count = "SELECT (SELECT count(*) FROM operations) + (SELECT count(*) FROM users)";
    const there = await old.count(count);
    await this.work(1);
    if ((await old.count(count)) !== there) violations.push("split: the old primary took writes");
    await old.stop();
    return `killed after ${before.join(", ")} pieces of work, ${promoted - killed} ms without a primary, all three went on within ${took} ms`;
  }

  /** Pictures of all three pages in both themes. */
  async picture(what) {
    for (const colorScheme of ["light", "dark"])
      for (const { page, ui, login } of this.people) {
        await page.emulateMedia({ colorScheme });
        await ui.screenshot(`${what}-${login}-${colorScheme}`);
      }
    for (const { page } of this.people) await page.emulateMedia({ colorScheme: "light" });
  }

  /** What the pages called done, held against the rows of the primary. */
  async compare() {
    const { primary } = this.replication;
    const lists = {
      conversation: await primary.query(
        "SELECT c.id, string_agg(m.content, ' ' ORDER BY m.created_at) FROM conversations c JOIN messages m ON m.conversation_id = c.id GROUP BY 1",
      ),
      price: await primary.query("SELECT id, price FROM catalog_items"),
      user: await primary.query("SELECT login, login FROM users"),
    };
    const stored = Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, new Map(rows)]));
    const [{ done: talks }, { done: edits }, { done: invited }] = this.people;
    for (const { id, question } of talks) {
      const words = stored.conversation.get(id) ?? "";
      if (!words.includes(question)) violations.push(`lost: the question ${question}`);
      else if (!words.includes("Há produtos")) violations.push(`lost: the answer to ${question}`);
    }
    // Of several edits of one price the last one counts.
    const last = new Map(edits.map(({ id, price }) => [id, price]));
    for (const [id, price] of last)
      if (Number(stored.price.get(id)) !== price) violations.push(`lost: the price ${price} of ${id}`);
    for (const { login } of invited)
      if (!stored.user.has(login)) violations.push(`lost: the account ${login}`);
  }

  /** Each may what the role does, and sees it. */
  async compareRoles() {
    const [item] = this.bia.items;
    const stored = await this.rui.ui.call("get_item", { id: item.id });
    const cases = [
      [this.ana, "update_item", changeOf(stored, { price: 1 }), "forbidden"],
      [this.ana, "list_users", {}, "forbidden"],
      [this.bia, "list_users", {}, "forbidden"],
      [this.bia, "update_item", changeOf(stored, { notes: "de tarde" }), null],
      [this.rui, "list_users", {}, null],
    ];
    for (const [person, command, request, expected] of cases) {
      const refused = await refusalOf(person, command, request);
      if (refused !== expected) violations.push(`role: ${person.role} and ${command}: ${refused ?? "done"}`);
    }
    await goTo(this.ana.page, `catalog/items?item=${item.id}`);
    await this.ana.page.getByText(text("role.mayNot.edit")).first().waitFor();
    await goTo(this.bia.page, `catalog/items?item=${item.id}`);
    await this.bia.page.locator("#item-field-price").waitFor();
    await goTo(this.rui.page, "team/log");
    await this.rui.page.getByText(this.rui.done.at(-1).login).first().waitFor();
    await this.picture("after");
  }

  /** The command line closes the seller's account in the middle of an answer. */
  async closeAccount() {
    const { ana, provider } = this;
    Object.assign(provider, { piece: 4, tick: 200 });
    provider.answers = ["Esta resposta é longa. ".repeat(200)];
    await goTo(ana.page, "chat");
    await button(ana.page, "conversations.new").click();
    await ana.page.locator("#chat-composer").fill(QUESTIONS[0]);
    await ana.page.keyboard.press("Enter");
    const begun = provider.abandoned;
    await ana.page.locator("main article[aria-busy=true]").getByText("longa").first().waitFor();
    const env = { ...process.env, DATABASE_URL: this.replication.primary.url, CELEIRO_MODEL_DIR: "none" };
    const closed = spawnSync(celeiro, ["--data-dir", this.folder, "user", "disable", "ana"], {
      env,
      encoding: "utf8",
    });
    if (closed.status !== 0) throw new Error(closed.stderr);
    const at = Date.now();
    await until("the answer ended", () => provider.abandoned > begun, CLOSED_WITHIN_MS * 4).catch(() => {});
    const took = Date.now() - at;
    if (took > CLOSED_WITHIN_MS)
      violations.push(`closed: an answer went on for ${took} ms after its account was closed`);
    return `an answer ended ${took} ms after the command line had closed its account`;
  }
}

/** The demo catalog in a data folder, whose own database is stopped afterwards. */
async function fillWithDemo(folder) {
  await run(celeiro, ["--data-dir", folder, "init", "--demo"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { HOME: folder, DATABASE_URL: undefined, CELEIRO_KEY_STORE: "file", EMBEDDING_PROVIDER: "none" },
  });
}

await concludeProof("team-day", control, async () => {
  const day = await Day.begin();
  await day.work(rounds);
  const parts = [await day.losePrimary()];
  await day.compare();
  await day.compareRoles();
  if (control === "") parts.push(await day.closeAccount());
  const done = day.people.map(
    ({ login, done, retries }) => `${login} ${done.length} (tried again ${retries} times)`,
  );
  return { summary: `${done.join(", ")}; ${parts.join("; ")}`, violations };
});
