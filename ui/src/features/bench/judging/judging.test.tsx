import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Accounts } from "../../../test/account";
import { renderApp } from "../../../test/app";
import { detail, expectAccessible, serveSets } from "../../../test/bench/sets";

const sets = serveSets();

test("a set from 0 to 3 is judged from 0 to 3", async () => {
  sets.answer(({ path }) => (path === "/api/sets/s1" ? { body: { ...detail(), topGrade: 3 } } : undefined));
  const { user } = await renderApp(sets.server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  expect(screen.getByRole("button", { name: /Ajuda pouco/ })).toHaveAttribute("aria-keyshortcuts", "1");
  await user.keyboard("3");
  await waitFor(() => expect(sets.sent("POST", "/judgments")).toMatchObject([{ record: "X-a", grade: 3 }]));
});

test("judging by keyboard: grades, skips, takes back; and shows no places", async () => {
  sets.answer();
  const { user } = await renderApp(sets.server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  expect(sets.server.received.some(({ path }) => path.includes("blind=true"))).toBe(true);
  await expectAccessible();
  await user.keyboard("2");
  await screen.findByRole("heading", { name: "Mancozebe b" });
  await user.keyboard("s");
  expect(await screen.findByRole("heading", { name: /img src=x/ })).toBeInTheDocument();
  await user.keyboard("0");
  expect(await screen.findByText(/foram julgados ou pulados/)).toBeInTheDocument();
  await user.keyboard("u");
  await screen.findByRole("heading", { name: /img src=x/ });
  await waitFor(() => expect(sets.sent("POST", "/judgments")).toHaveLength(3));
  const grades = sets
    .sent("POST", "/judgments")
    .map(({ record, grade, blind, judge }) => [record, grade, blind, judge]);
  expect(grades).toEqual([
    ["X-a", 2, true, "ana"],
    ["X-c", 0, true, "ana"],
    ["X-c", null, true, "ana"],
  ]);
});

test("nobody judges without a name", async () => {
  sets.answer();
  localStorage.removeItem("celeiro.judge");
  const { user } = await renderApp(sets.server, "#/bench/sets/s1/judge?q=q1");
  expect(
    await screen.findByText("Diga quem julga: cada nota fica guardada com um nome."),
  ).toBeInTheDocument();
  await user.keyboard("2");
  expect(sets.sent("POST", "/judgments")).toEqual([]);
});

test("with an account a person judges in their own name", async () => {
  const accounts = new Accounts({ bia: "analyst" });
  accounts.session = "bia";
  sets.answer((request) => accounts.answer(request));
  await renderApp(sets.server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  expect(screen.queryByRole("textbox", { name: /Quem julga/ })).toBeNull();
  const pools = sets.server.received.map(({ path }) => path).filter((path) => path.includes("/pool?"));
  expect(pools.length).toBeGreaterThan(0);
  expect(pools.filter((path) => !path.includes("judge=bia"))).toEqual([]);
});

test("a note is written without the keys taking it for grades", async () => {
  sets.answer();
  const { user } = await renderApp(sets.server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  await user.keyboard("n");
  const field = screen.getByRole("textbox", { name: /Observação/ });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard("dose 2 L{Enter}");
  expect(sets.sent("POST", "/judgments")).toEqual([]);
  await user.keyboard("1");
  await waitFor(() =>
    expect(sets.sent("POST", "/judgments")).toMatchObject([{ record: "X-a", grade: 1, note: "dose 2 L" }]),
  );
});

test("a judgment that is not stored is taken back on screen, and said", async () => {
  const refusal = { status: 503, body: { code: "database_stuck", message: "O banco parou.", details: null } };
  sets.answer(({ method, path }) => (method === "POST" && path.endsWith("/judgments") ? refusal : undefined));
  const { user } = await renderApp(sets.server, "#/bench/sets/s1/judge?q=q1");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  await user.keyboard("2");
  expect(await screen.findByText("O banco parou.")).toBeInTheDocument();
  await user.keyboard("{ArrowLeft}");
  await screen.findByRole("heading", { name: "Mancozebe a" });
  expect(screen.getByRole("button", { name: /É isso mesmo/ })).toHaveAttribute("aria-pressed", "false");
});
