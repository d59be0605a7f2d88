/** A cell in which two values clash: it is written over like any other, or one of the two is chosen. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { cellAt, goToPrice, hangUpWrites, PRICE, serveSheet } from "../../../test/sheet";

const sheet = serveSheet(5);
const priceOf = (id: string) => sheet.catalog.find(id)?.price;
const field = () => document.activeElement as HTMLTextAreaElement;
const cell = () => cellAt(0, PRICE);

/** 55 is typed over the price of the first item, where another person has put 77; the keys are in the cell. */
async function clash() {
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}{ArrowUp}`);
  await screen.findByText("Gravado agora");
  await waitFor(() => expect(cell()).toHaveFocus());
  return user;
}

test("any letter writes over it, and what is typed is stored over what is stored now", async () => {
  const user = await clash();
  await user.keyboard("6");
  expect(field()).toHaveProperty("value", "6");
  expect(within(screen.getByRole("alert")).getByText("77,00")).toBeInTheDocument();
  await user.keyboard("0{Enter}");
  await waitFor(() => expect(priceOf("i001")).toBe(60));
  const [sent] = sheet.writes().at(-1)?.["cells"] as { seen: unknown; version: number }[];
  expect(sent).toMatchObject({ seen: 77, version: 2, value: 60 });
  await waitFor(() => expect(cell()).not.toHaveAttribute("data-state"));
});

test("a third value that is stored meanwhile clashes anew", async () => {
  const user = await clash();
  await user.keyboard("6");
  sheet.catalog.change("i001", { price: 88 });
  await user.keyboard("0{Enter}{ArrowUp}");
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(/88,00.*60/));
  expect(priceOf("i001")).toBe(88);
});

/** The field of the first price is open with `typed` in it when another person's 77 for that cell is read. */
async function readTheirsBeside(typed: string) {
  const { user } = await sheet.open();
  let answer = () => {};
  const after = new Promise<void>((resolve) => (answer = resolve));
  const real = sheet.catalog.handler();
  sheet.server.handle((request) =>
    request.path === "/api/catalog/cells" ? { ...real(request), after } : real(request),
  );
  await user.keyboard(`{ArrowDown}${goToPrice}33{Enter}{ArrowUp}{ArrowUp}${typed}`);
  await waitFor(() => expect(sheet.writes()).toHaveLength(1));
  sheet.catalog.change("i001", { price: 77 });
  answer();
  await waitFor(() => expect(cell()).toHaveTextContent("77,00"));
  expect(field().tagName).toBe("TEXTAREA");
  return user;
}

test("a value that is stored while one types into its cell clashes with what is typed, and is not overwritten", async () => {
  const user = await readTheirsBeside("55");
  await user.keyboard("{Enter}{ArrowUp}");
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(/77,00.*55/));
  const [sent] = sheet.writes().at(-1)?.["cells"] as { seen: unknown; version: number }[];
  expect(sent).toMatchObject({ seen: 10, version: 1, value: 55 });
  expect(priceOf("i001")).toBe(77);
  expect(document.querySelector("[aria-live=assertive]")).toHaveTextContent(/77,00.*55/);
});

test("a field that is left as it was opened puts nothing over what was stored meanwhile", async () => {
  const user = await readTheirsBeside("{F2}");
  await user.keyboard("{Enter}{ArrowUp}");
  await waitFor(() => expect(cell()).toHaveFocus());
  expect(cell()).not.toHaveAttribute("data-state");
  await new Promise((over) => setTimeout(over, 100));
  expect(sheet.writes()).toHaveLength(1);
  expect(priceOf("i001")).toBe(77);
});

test("Enter, F2 and a double click open the field with one's own value, and a choice is still to be made", async () => {
  const user = await clash();
  const opened: (() => unknown)[] = [
    () => user.keyboard("{Enter}"),
    () => user.keyboard("{F2}"),
    () => fireEvent.doubleClick(cell() as Element),
  ];
  for (const open of opened) {
    await open();
    expect(field().tagName).toBe("TEXTAREA");
    expect(field()).toHaveProperty("value", "55");
    expect(screen.getByRole("button", { name: "Ficar com o gravado" })).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(cell()).toHaveFocus());
    expect(cell()).toHaveAttribute("data-state", "conflict");
  }
  await user.keyboard("{F2}");
  await user.click(cellAt(2, PRICE) as Element);
  expect(cell()).toHaveAttribute("data-state", "conflict");
  await user.keyboard("{ArrowUp}{ArrowUp}{F2}{Enter}");
  await waitFor(() => expect(priceOf("i001")).toBe(55));
});

test("Delete empties it", async () => {
  const user = await clash();
  await user.keyboard("{Delete}");
  await waitFor(() => expect(sheet.writes().at(-1)?.["cells"]).toMatchObject([{ value: null, seen: 77 }]));
});

test("the choice is reached by a key, and what was let go of comes back by Ctrl+Z", async () => {
  const user = await clash();
  await user.keyboard("{ArrowRight}{ArrowLeft}{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Ficar com o gravado" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(cell()).toHaveTextContent("77,00"));
  expect(cell()).not.toHaveAttribute("data-state");
  expect(await screen.findByText(/Ctrl\+Z traz de volta/)).toBeInTheDocument();
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(cell()).toHaveAttribute("data-state", "conflict"));
  expect(cell()).toHaveTextContent("55");
  expect(priceOf("i001")).toBe(77);
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await waitFor(() => expect(cell()).not.toHaveAttribute("data-state"));
});

test("what is taken while one writes gives up what is in the field", async () => {
  const user = await clash();
  await user.keyboard("6");
  await user.click(screen.getByRole("button", { name: "Ficar com o gravado" }));
  await waitFor(() => expect(cell()).toHaveTextContent("77,00"));
  await waitFor(() => expect(cell()).toHaveFocus());
  expect(cell()).not.toHaveAttribute("data-state");
  await new Promise((over) => setTimeout(over, 100));
  expect(priceOf("i001")).toBe(77);
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(cell()).toHaveTextContent("55"));
});

test("what was written over it and not sent yet is withdrawn, and both values are there again", async () => {
  const user = await clash();
  sheet.special = hangUpWrites;
  await user.keyboard("{ArrowRight}{ArrowDown}x{Enter}");
  await waitFor(() => expect(cellAt(1, PRICE + 1)).toHaveAttribute("data-state", "waiting"));
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowLeft}60{Enter}");
  await waitFor(() => expect(cell()).toHaveTextContent("60"));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(cell()).toHaveAttribute("data-state", "conflict"));
  expect(cell()).toHaveTextContent("55");
});

test("what is pasted goes over it, and an undo names the cells that were written", async () => {
  const user = await clash();
  const before = priceOf("i004");
  await user.keyboard("{Control>}v{/Control}");
  await user.paste("60");
  await waitFor(() => expect(priceOf("i001")).toBe(60));
  // The second of three clashes once it is sent.
  await user.keyboard("{ArrowDown}");
  sheet.catalog.change("i003", { price: 78 });
  await user.keyboard("{Control>}v{/Control}");
  await user.paste("2\n3\n4\n");
  await waitFor(() => expect(priceOf("i004")).toBe(4));
  await waitFor(() => expect(cellAt(2, PRICE)).toHaveAttribute("data-state", "conflict"));
  await user.keyboard("{Control>}v{/Control}");
  await user.paste("5\n6\n");
  await waitFor(() => expect(priceOf("i003")).toBe(6));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(priceOf("i004")).toBe(4));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(priceOf("i004")).toBe(before));
  await waitFor(() => expect(screen.getByText("Desfeito: colar 2 células")).toBeInTheDocument());
  expect(sheet.writes().at(-2)?.["cells"]).toHaveLength(3);
});

test("a paste that a busy machine brings late goes into the cell all the same", async () => {
  const user = await clash();
  await user.keyboard("{Control>}v{/Control}");
  await waitFor(() => expect(cell()).toHaveFocus());
  await user.paste("60");
  await waitFor(() => expect(priceOf("i001")).toBe(60));
  await waitFor(() => expect(cell()).toHaveFocus());
});

test("the wait for one paste does not end the wait for the next", async () => {
  const user = await clash();
  await user.keyboard("{Control>}v{/Control}");
  await user.paste("60");
  await new Promise((over) => setTimeout(over, 200));
  await user.keyboard("{Control>}v{/Control}");
  const trap = document.activeElement;
  expect(trap?.tagName).toBe("TEXTAREA");
  await new Promise((over) => setTimeout(over, 150));
  expect(document.activeElement).toBe(trap);
});

test("of long texts it is read out where they differ; the whole is shown on demand, and scrolled by keys", async () => {
  const { user } = await sheet.open();
  const long = "Texto muito comprido. ".repeat(160);
  sheet.catalog.change("i001", { description: `${long}deles` });
  await user.keyboard("{ArrowRight>7/}{Control>}v{/Control}");
  await user.paste(`${long}meu`);
  const region = await screen.findByText(/Descrição de Produto 001/);
  await waitFor(() => expect(region).toHaveTextContent(/…[^…]*deles.*…[^…]*meu/));
  expect(region.textContent?.length).toBeLessThan(600);
  const remark = within(await screen.findByRole("alert"));
  expect(remark.queryByText(/^Texto muito.*deles$/)).toBeNull();
  await user.click(remark.getByRole("button", { name: "Ver os textos inteiros" }));
  const whole = remark.getByRole("group", { name: "Seu valor" });
  expect(whole).toHaveTextContent(`${long}meu`);
  expect(whole).toHaveAttribute("tabindex", "0");
});

/** `minha` is typed beside the tag that the first item has, where another person has put `deles` beside it. */
async function clashOfTags() {
  sheet.catalog.change("i001", { tags: ["soja"] });
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { tags: ["soja", "deles"] });
  await user.keyboard(`${goToTags}soja; minha{Enter}{ArrowUp}`);
  await screen.findByText("Gravado agora");
  return user;
}
const goToTags = "{ArrowRight>6/}";
const tagsOf = (id: string) => sheet.catalog.find(id)?.tags;

test("of two lists both can be stored: it is the first of the choices", async () => {
  const user = await clashOfTags();
  const remark = within(screen.getByRole("alert"));
  expect(remark.getByText("soja; deles; minha")).toBeInTheDocument();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(remark.getByRole("button", { name: "Gravar os dois" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(tagsOf("i001")).toEqual(["soja", "deles", "minha"]));
  expect(screen.queryByText("Gravado agora")).toBeNull();
});

test("of two lists both can be stored from the list of what is not stored", async () => {
  const user = await clashOfTags();
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Gravar os dois" }));
  await waitFor(() => expect(tagsOf("i001")).toEqual(["soja", "deles", "minha"]));
});

test("a list whose values hold commas is said as people read it", async () => {
  sheet.catalog.change("i001", { tags: ["soja, milho"] });
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { tags: ["soja, milho", "deles"] });
  await user.keyboard(`${goToTags}{F2}{Control>}a{/Control}{Delete}`);
  await user.paste('["soja, milho","minha"]');
  await user.keyboard("{Enter}{ArrowUp}");
  await screen.findByText("Gravado agora");
  const remark = within(screen.getByRole("alert"));
  expect(remark.getByText("soja, milho; deles")).toBeInTheDocument();
  expect(remark.getByText("soja, milho; minha")).toBeInTheDocument();
  expect(remark.getByText("soja, milho; deles; minha")).toBeInTheDocument();
  expect(cellAt(0, 6)).toHaveAccessibleDescription(/soja, milho; deles.*soja, milho; minha/);
  const said = document.querySelector("[aria-live=assertive]");
  expect(said).toHaveTextContent(/soja, milho; deles.*soja, milho; minha/);
  expect(screen.getByRole("grid")).not.toHaveTextContent(/\["/);
});

test("of prices there is no such choice", async () => {
  await clash();
  expect(screen.queryByRole("button", { name: "Gravar os dois" })).toBeNull();
});
