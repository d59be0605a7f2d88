// A team at one server, each in a browser of their own: an administrator invites, a seller sells, an editor edits; what
// a role leaves to others is refused, an account that is closed is out at once, and all of it is in the access log.
// Needs what browser.mjs needs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Audit } from "./lib/axe.mjs";
import { BrowserPage, launch } from "./lib/chromium.mjs";
import { Interface } from "./lib/interface.mjs";
import { PATIENCE, ROOT, cleanUp, dataFolder, printed, program, run, start } from "./lib/processes.mjs";
import { Provider } from "./lib/provider.mjs";
import { closeAccount, followAccess, signOut } from "./team/leaving.mjs";
import { keepRoles, seeAsSeller, shareTalk, takeBack } from "./team/roles.mjs";
import { accountButton, button, goTo, signIn, textbox } from "./team/steps.mjs";
import { text } from "./places/steps.mjs";

/** What the program itself says, in Portuguese. */
const SAID = JSON.parse(readFileSync(join(ROOT, "crates/app/locales/pt-BR.json"), "utf8"));

const RUI = { login: "rui", name: "Rui Prado", role: "admin", password: "trator azul na garagem 31" };
const ANA = { login: "ana", name: "Ana Souza", role: "seller", password: "colheita farta em marco 7" };
const BIA = { login: "bia", name: "Bia Nunes", role: "editor", password: "sete sacos de milho novo" };

const everyone = [];
try {
  const celeiro = program("celeiro");
  const folder = dataFolder();
  await run(celeiro, ["--data-dir", folder, "init", "--demo"], { stdio: ["ignore", "ignore", "inherit"] });
  await addUser(celeiro, folder, RUI);
  const provider = await Provider.listen();
  const server = start(celeiro, ["--data-dir", folder, "serve", "--port", "0"], { env: provider.env });
  const [, address] = await printed(server, /(http:\/\/\S+)\n/);
  const browser = await launch();
  const faults = [];
  /** Violations that axe has seen. */
  const found = [];

  /** A browser of their own, at `url`. */
  const open = async (who, url) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => faults.push(`${who.login}: ${error.message}`));
    await page.goto(url);
    const person = { ...who, page, ui: new Interface(new BrowserPage(page), "team") };
    const audit = new Audit(page);
    person.look = async (place) => found.push(...(await audit.lookInThemes(place)));
    everyone.push(person);
    return person;
  };
  const rui = await open(RUI, address);
  await comeIn(rui);
  const links = { ana: await invite(rui, ANA), bia: await invite(rui, BIA) };
  assert.ok(links.ana.startsWith(`${new URL(address).origin}/#/invitation/`), "a link that can be opened");
  await rui.look("team page");
  const ana = await open(ANA, links.ana);
  const bia = await open(BIA, links.bia);
  await ana.look("invitation");
  await Promise.all([ana, bia].map(choosePassword));

  const team = { rui, ana, bia, said: SAID, provider, items: await twoItems(rui) };
  await seeAsSeller(team);
  team.talks = await shareTalk(team);
  await goTo(bia.page, "account");
  await bia.page.locator("#account-tokens").waitFor();
  await bia.look("account page");
  await takeBack(team);
  await keepRoles(team);
  await closeAccount(team);
  await followAccess(team);
  await signOut(rui);
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
  rui.ui.tell("passed");
} catch (error) {
  console.error(error);
  for (const { login, ui } of everyone) await ui.screenshot(`failed-${login}`).catch(console.error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

/** The first administrator, as they are made on the machine of the database. */
async function addUser(celeiro, folder, { login, name, role, password }) {
  const args = ["--data-dir", folder, "user", "add", login, "--role", role, "--name", name, "--password-stdin"];
  const child = start(celeiro, args, { stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(`${password}\n`);
  const { code } = await child.ended;
  assert.equal(code, 0, `user add ${login}`);
}

/** A wrong password first. */
async function comeIn(rui) {
  const { page } = rui;
  await signIn(page, { ...rui, password: "uma senha bem errada" }, text("signIn.title"));
  await page.getByRole("alert").filter({ hasText: SAID.error.sign_in_refused }).waitFor();
  assert.equal(await textbox(page, "signIn.password").inputValue(), "", "a wrong password does not stay");
  await rui.look("sign-in");
  await signIn(page, rui, text("signIn.title"));
  await page.locator("#search-box").waitFor();
  rui.ui.tell("an administrator was refused with a wrong password, and signed in");
}

/** The link of the invitation, as it is shown once. */
async function invite({ page, ui }, { login, name, role }) {
  if (!page.url().includes("#/team")) {
    await accountButton(page, RUI).click();
    await page.getByRole("link", { name: text("account.team"), exact: true }).click();
  }
  await button(page, "team.add").click();
  const form = page.getByRole("dialog", { name: text("team.add") });
  await textbox(form, "team.login").fill(login);
  await textbox(form, "team.name").fill(name);
  await form.locator("select").selectOption(role);
  await button(form, "team.invite").click();
  const dialog = page.getByRole("dialog", { name: text("team.invitation.title") });
  const link = (await dialog.locator("pre").innerText()).trim();
  await button(dialog, "action.close").last().click();
  await ui.until("the dialog closed", () => !document.querySelector("[role=dialog]"));
  await page.locator("main tr", { hasText: name }).getByText(text("team.state.invited"), { exact: true }).waitFor();
  ui.tell(`${login} was invited`);
  return link;
}

async function choosePassword({ page, ui, login, name, password }) {
  await page.getByRole("heading", { name: text("invitation.title") }).waitFor();
  assert.ok(!page.url().includes("/invitation/"), "the secret leaves the address at once");
  await textbox(page, "invitation.password").fill(password);
  await textbox(page, "invitation.again").fill(password);
  await button(page, "invitation.submit").click();
  await page.locator("#search-box").waitFor();
  await accountButton(page, { name }).waitFor();
  ui.tell(`${login} chose a password, and is in`);
}

/** Two items on sale: one for the editor, one for the administrator. */
async function twoItems({ ui }) {
  const filters = [{ column: "status", test: "is", values: ["ativo"] }];
  const { rows } = await ui.call("grid", { filters, sort: [{ column: "name", descending: false }], limit: 20 });
  const priced = rows.map(({ item }) => item).filter(({ price }) => typeof price === "number");
  assert.ok(priced.length >= 2, "the demo has prices");
  return priced.slice(0, 2);
}
