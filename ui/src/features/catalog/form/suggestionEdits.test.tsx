/** A suggestion that is being edited in the form of an item is unsaved like any of its fields. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { asksBeforeClosing } from "../../../test/page/leaving";
import { serveSheet } from "../../../test/sheet";

const sheet = serveSheet(2);
let asked: number;

const makeSuggestion = (value: unknown, currency = "BRL") => ({
  value,
  currency,
  confidence: 0.8,
  reason: "r",
  evidence: [],
});
function suggest(suggestions: Record<string, unknown>) {
  asked = 0;
  sheet.catalog.change("i001", { category: null, price: null });
  sheet.server.handle(
    sheet.catalog.handler(({ path }) => {
      if (path.endsWith("/outcome")) return { body: [] };
      if (path !== "/api/catalog/assist") return undefined;
      asked += 1;
      return { body: { suggestions, model: null, traceId: "t1", warnings: [] } };
    }),
  );
}
beforeEach(() => suggest({ category: makeSuggestion("Fungicidas") }));

const open = () => renderApp(sheet.server, "#/catalog/items?item=i001");
const box = () => screen.findByRole("textbox", { name: "Editar a sugestão" });
const name = () => screen.findByLabelText("Nome*", { selector: "input" });
const outcomes = () =>
  sheet.server.received
    .filter(({ path }) => path.endsWith("/outcome"))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

async function edit(field: string, text: string) {
  const page = await open();
  await name();
  await page.user.keyboard("{Alt>}[KeyS]{/Alt}");
  await waitFor(() => expect(asked).toBe(1));
  const card = await screen.findByRole("listitem", { name: field });
  await waitFor(() => expect(card).toHaveFocus());
  await page.user.keyboard("e");
  expect(screen.getByText("Tudo salvo")).toBeInTheDocument();
  await page.user.clear(await box());
  await page.user.type(await box(), text);
  return page;
}

test("it is named, asks before it is left, and is there again after a reload", async () => {
  const { user, unmount } = await edit("Categoria", "Inseticidas");
  expect(screen.getByText("Alterado: Sugestão em edição")).toBeInTheDocument();
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  // Out of the box, out of the suggestions, out of the form.
  await user.keyboard("{Escape}{Escape}{Escape}");
  await user.click(await screen.findByRole("button", { name: "Continuar editando" }));
  expect(await box()).toHaveValue("Inseticidas");
  unmount();
  const { user: later } = await open();
  expect(await box()).toHaveValue("Inseticidas");
  await later.click(screen.getByRole("button", { name: "Aceitar como está aqui" }));
  expect(await screen.findByText("Alterado: Categoria")).toBeInTheDocument();
  expect(outcomes()).toMatchObject([{ field: "category", outcome: "edited", value: "Inseticidas" }]);
});

test("Ctrl+S takes it over as it is typed and saves it", async () => {
  const { user } = await edit("Categoria", "Inseticidas");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(sheet.catalog.find("i001")?.category).toBe("Inseticidas"));
  expect(sheet.catalog.sent("PUT", "/api/catalog/items/i001")[0]).toMatchObject({
    sources: { category: "t1" },
  });
  expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: "Editar a sugestão" })).toBeNull();
  expect(outcomes()).toMatchObject([{ outcome: "edited", value: "Inseticidas" }]);
});

test("what is no value of its field says so, is not saved, and stays", async () => {
  suggest({ price: makeSuggestion(310) });
  const { user } = await edit("Preço", "1.250");
  expect(await screen.findByText(/não pode ser lido como um valor/)).toBeInTheDocument();
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(async () => expect(await box()).toHaveFocus());
  expect(sheet.catalog.sent("PUT", "/api/catalog/items/i001")).toHaveLength(0);
  await user.keyboard(",00{Control>}s{/Control}");
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(1250));
});

test("a price in another currency than that of the packages is not taken over, and says why", async () => {
  suggest({ price: makeSuggestion(60, "USD") });
  const packages = [{ label: "5 L", code: null, ean: null, price: 298, status: "ativo" as const }];
  sheet.catalog.change("i001", { packages });
  const { user } = await open();
  await name();
  await user.keyboard("{Alt>}[KeyS]{/Alt}");
  const card = await screen.findByRole("listitem", { name: "Preço" });
  await waitFor(() => expect(card).toHaveFocus());
  expect(screen.getByText(/^As embalagens têm preços em BRL, e esta sugestão é em USD/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Aceitar/ })).toBeDisabled();
  await user.keyboard("ae");
  expect(screen.queryByRole("textbox", { name: "Editar a sugestão" })).toBeNull();
  expect(screen.getByText("Tudo salvo")).toBeInTheDocument();
  expect(outcomes()).toEqual([]);
  // A person who changes the currency sees the prices that change with it.
  fireEvent.change(await screen.findByLabelText("Moeda", { selector: "input" }), {
    target: { value: "USD" },
  });
  expect(screen.getByRole("button", { name: /^Aceitar/ })).toBeEnabled();
  await user.click(screen.getByRole("button", { name: /^Aceitar/ }));
  expect(await screen.findByText("Alterado: Preço e Moeda")).toBeInTheDocument();
});

async function accept() {
  const page = await open();
  await name();
  await page.user.keyboard("{Alt>}[KeyS]{/Alt}");
  const card = await screen.findByRole("listitem", { name: "Categoria" });
  await waitFor(() => expect(card).toHaveFocus());
  await page.user.keyboard("a");
  expect(await screen.findByText("Alterado: Categoria")).toBeInTheDocument();
  return page;
}
const saves = () => sheet.catalog.sent("PUT", "/api/catalog/items/i001");

test("what was taken over from a suggestion says so where it is saved after a reload", async () => {
  const { unmount } = await accept();
  unmount();
  const { user } = await open();
  expect(await screen.findByText("Alterado: Categoria")).toBeInTheDocument();
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]).toMatchObject({ category: "Fungicidas", sources: { category: "t1" } });
});

test("a suggestion that was taken over and taken back is no source of the save", async () => {
  const { user } = await accept();
  await user.clear(await screen.findByLabelText("Categoria", { selector: "input" }));
  await user.type(await name(), " novo");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]).toMatchObject({ category: "" });
  expect(saves()[0]?.["sources"]).toEqual({});
});
