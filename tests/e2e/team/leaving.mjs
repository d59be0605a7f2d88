// An account is closed in the middle of work, another person takes the tab over, and the access log tells of it all.
import assert from "node:assert/strict";
import { text } from "../places/steps.mjs";
import { accountButton, button, fillIn, goTo, heading, refusalOf, signIn } from "./steps.mjs";

const TYPED = "lembrar do frete da fazenda Boa Vista";
/** How soon the sign-in screen must be there. Milliseconds. */
const AT_ONCE = 1_000;

/** What the seller was typing stays under the question for a name, and is not shown to the next person of the tab. */
export async function closeAccount({ rui, ana, bia, said, talks }) {
  const { page, ui } = ana;
  await goTo(page, `chat?c=${talks.hidden.id}`);
  await page.locator("main article footer").first().waitFor();
  await page.locator("#chat-composer").fill(TYPED);

  await goTo(rui.page, "team/people");
  const row = rui.page.locator("main tr", { hasText: ana.name });
  await row.getByRole("button", { name: fillIn("team.menu.label", { name: ana.name }), exact: true }).click();
  await rui.page.getByRole("menuitem", { name: text("team.menu.disable"), exact: true }).click();
  await rui.page
    .getByText(fillIn("team.done.disabled", { name: ana.name }))
    .first()
    .waitFor();
  await row.getByText(text("team.state.disabled"), { exact: true }).waitFor();

  assert.equal(
    await refusalOf(ana, "get_item", { id: talks.hidden.id }),
    "unauthorized",
    "the first request is refused",
  );
  const { waited, most } = await page.evaluate(pressAndWait, [text("answer.details"), text("signIn.again"), AT_ONCE]);
  assert.ok(waited <= most, `the sign-in screen took ${waited} ms, of ${most} ms at most`);
  ui.tell(`the next click brought the sign-in screen in ${Math.round(waited)} ms`);
  const composer = page.locator("#chat-composer");
  assert.equal(await composer.inputValue(), TYPED, "what was typed is there");
  await signIn(page, ana, text("signIn.again"));
  await page.getByRole("alert").filter({ hasText: said.error.sign_in_refused }).waitFor();
  assert.equal(await composer.inputValue(), TYPED, "what was typed is there after a refusal");
  await ui.screenshot("account-closed");
  await takeOver({ ana, bia, talks });
}

/** Another person signs in in the tab: it begins anew, without a word of the first. */
async function takeOver({ ana: { page, ui }, bia, talks }) {
  await signIn(page, bia, text("signIn.again"));
  await accountButton(page, bia).waitFor();
  await page.locator("#search-box").waitFor();
  await goTo(page, "chat");
  await page.locator("#chat-composer").waitFor();
  const list = page.getByRole("complementary", { name: text("conversations.label"), exact: true });
  await list.locator("li").first().waitFor();
  assert.equal(await page.locator("#chat-composer").inputValue(), "", "the box is empty");
  const left = await page.evaluate(
    (words) => {
      const kept = Object.entries(sessionStorage).filter(([name]) => !name.startsWith("aside."));
      const texts = [document.documentElement.outerHTML, ...kept.flat()];
      return words.filter((word) => texts.some((text) => text.includes(word)));
    },
    [TYPED, talks.hidden.question],
  );
  assert.deepEqual(left, [], "words of the person before");
  await goTo(page, `chat?c=${talks.hidden.id}`);
  await page.getByText(text("thread.failed")).first().waitFor();
  await ui.screenshot("tab-of-another");
  await signOut({ ...bia, page, ui });
}

/** By the account's popover. */
export async function signOut(person) {
  const { page, ui, login } = person;
  await accountButton(page, person).click();
  await button(page, "account.signOut").click();
  await heading(page, "signIn.title").waitFor();
  assert.equal(await page.locator("nav").count(), 0, "nothing of the page stays");
  assert.equal(await refusalOf(person, "get_me", {}), "unauthorized");
  ui.tell(`${login} signed out`);
}

/** All that this walk has done to accounts, in its order, and nothing else. */
export async function followAccess({ rui, talks }) {
  const { page, ui } = rui;
  const entries = [
    ["user-created", "local", "rui"],
    ["sign-in-refused", "rui", null],
    ["signed-in", "rui", "rui"],
    ["user-created", "rui", "ana"],
    ["invited", "rui", "ana"],
    ["user-created", "rui", "bia"],
    ["invited", "rui", "bia"],
    ["conversation-shared", "ana", talks.shared.id],
    ["role-changed", "rui", "bia: editor → seller"],
    ["role-changed", "rui", "bia: seller → editor"],
    ["user-disabled", "rui", "ana"],
    ["sign-in-refused", "ana", null],
    ["signed-in", "bia", "bia"],
    ["signed-out", "bia", "bia"],
  ];
  await goTo(page, "team/log");
  await page.locator("main tbody tr").first().waitFor();
  const { rows } = await ui.call("list_access_log", { limit: 100 });
  const noted = rows.toReversed().map(({ event, actor, subject }) => [event, actor, subject]);
  // The two chose their passwords at the same time.
  const [accepted, others] = [true, false].map((is) =>
    noted.filter(([event]) => (event === "invitation-accepted") === is),
  );
  assert.deepEqual(others, entries);
  assert.deepEqual(
    accepted.toSorted(),
    ["ana", "bia"].map((login) => ["invitation-accepted", login, login]),
  );
  const names = rows.map(({ event }) => text(`team.event.${event}`));
  await ui.until(
    "all of it on the page",
    (names) => {
      const shown = [...document.querySelectorAll("main tbody th")].map(({ textContent }) => textContent);
      return JSON.stringify(shown) === JSON.stringify(names);
    },
    names,
  );
  await ui.screenshot("access-log");
  ui.tell(`the access log has all ${rows.length} entries`);
}

/**
 * Presses the last button with this label, and counts until the page has a heading with this title; on a machine that
 * does something else meanwhile the most is twenty times what the shortest answer takes. Runs in the page.
 */
async function pressAndWait([label, title, atOnce]) {
  const clock = async (act) => {
    const begun = performance.now();
    await act();
    return performance.now() - begun;
  };
  const heading = () => [...document.querySelectorAll("h1")].some(({ textContent }) => textContent === title);
  const seen = (done, failed) => {
    const end = performance.now() + 60_000;
    const look = () =>
      heading() ? done() : performance.now() > end ? failed(new Error(`no ${title}`)) : setTimeout(look, 10);
    look();
  };
  const answer = await clock(() => fetch("/api/health").then((response) => response.text()));
  const waited = await clock(() => {
    [...document.querySelectorAll(`button[aria-label="${label}"]`)].at(-1).click();
    return new Promise(seen);
  });
  return { waited, most: Math.max(atOnce, 20 * answer) };
}
