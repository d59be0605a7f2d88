/** Every term of an explanation has help at hand, for mouse, finger, keyboard and ear, in both languages. */
import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import program from "../../../../../crates/app/locales/pt-BR.json";
import type { Explanation } from "../../../api/types";
import { fetchTexts, showLanguage } from "../../../i18n";
import en from "../../../i18n/en.json";
import ptBR from "../../../i18n/pt-BR.json";
import { givenValue, hit, item, sum } from "../../../test/records";
import { Breakdown } from "./Breakdown";
import { DifferenceRows } from "../comparison/DifferenceRows";

/** What the program names in explanations; remarks behind a row are no rows. */
const ROWS = [
  ...new Set(Object.keys(program.explain).map((key) => key.replace(/_(one|many|other)$/, ""))),
].filter((key) => key !== "onlyFirst" && key !== "onlySecond");

beforeEach(async () => {
  await showLanguage("pt-BR");
  await fetchTexts("inspect");
});

const draw = (what: React.ReactNode) => render(<MantineProvider env="test">{what}</MantineProvider>);

describe.each(Object.entries({ "pt-BR": ptBR, en }))("in %s", (_, texts) => {
  test.each(ROWS)("the row %s has help", (name) => {
    expect(texts.help.row).toHaveProperty(name, expect.stringMatching(/.{20,}/));
  });
  test("no row has help that the program does not name", () => {
    expect(Object.keys(texts.help.row).filter((name) => !ROWS.includes(name))).toEqual([]);
  });
  test("a negative distance is explained", () => {
    expect(texts.help.row.distance).toMatch(/−1.*0.*1.*negativ/);
    expect(texts.help.raw.vectorDistance).toBe(texts.help.row.distance);
  });
});

test("each row and each raw figure of a hit has its help beside it", async () => {
  const nested: Explanation[] = [givenValue("weight", 3), givenValue("distance", -0.6)];
  const explanation = sum("score", [
    { ...sum("vector", nested), kind: "product" as const },
    givenValue("absent", 0),
  ]);
  draw(<Breakdown hit={{ ...hit(item("a")), explanation }} />);
  await userEvent.click(screen.getByText("Abrir tudo"));
  const lines = document.querySelectorAll("[data-line]");
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    const help = within(line.parentElement as HTMLElement).getByRole("button", { name: /^O que quer dizer/ });
    expect(help).toHaveAccessibleDescription(/.{20,}/);
  }
  for (const figure of document.querySelectorAll("dt")) {
    expect(within(figure).getByRole("button", { name: /^O que quer dizer/ })).toBeVisible();
  }
});

test("help opens by a key, is read out, and gives the focus back", async () => {
  const user = userEvent.setup();
  const rows = [{ name: "evidence:soja", value: 2, detail: "o que diz sobre «soja»", parts: [] }];
  draw(<DifferenceRows rows={rows} label="Diferenças" sum="Soma" />);
  await user.tab();
  const button = screen.getByRole("button", { name: "O que quer dizer: o que diz sobre «soja»" });
  await waitFor(() => expect(button).toHaveFocus());
  await user.keyboard("{Enter}");
  const text = await screen.findByText(/Quanto o registro fala deste termo/);
  await waitFor(() => expect(text).toHaveFocus());
  expect(screen.getByRole("dialog", { name: /^O que quer dizer/ })).toContainElement(text);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: /«soja»/ })).toHaveFocus());
});

test("a row that only a newer program knows has no help, and is shown", () => {
  draw(
    <DifferenceRows
      rows={[{ name: "novelty", value: 1, detail: "novidade", parts: [] }]}
      label="Diferenças"
      sum="Soma"
    />,
  );
  expect(screen.getByText("novidade")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
