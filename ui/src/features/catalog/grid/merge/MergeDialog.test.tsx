import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hideToast } from "../../../../components/toast/toasts";
import { renderApp } from "../../../../test/app";
import { Catalog, giveHeight } from "../../../../test/catalog";
import { forgetOperations } from "../../shared/ownOperations";
import { startServer, type Answer, type TestServer } from "../../../../test/server";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

const CERCAS = [
  { field: "category", value: "Cercas", records: 4, near: "CERCA", nearRecords: 4, likeness: "same" },
  { field: "category", value: "cerca", records: 1, near: "CERCA", nearRecords: 4, likeness: "same" },
  { field: "category", value: "Cercsa", records: 1, near: "CERCA", nearRecords: 4, likeness: "mistyped" },
];
const PREVIEW = {
  matched: 23,
  changed: 5,
  unchanged: 18,
  problems: [],
  problemCount: 0,
  sample: [],
  digest: "d",
};

type Values = { value: string; near: string }[];
/** What the program does with a merge. */
let merging: () => Answer;
/** What the program finds now. */
let similar: Values;
/** Whether cells can be stored. */
let reachable: boolean;

beforeEach(async () => {
  similar = CERCAS;
  reachable = true;
  restoreHeight = giveHeight(600);
  catalog = new Catalog(3);
  server = await startServer(
    catalog.handler(({ path }) => {
      if (path.startsWith("/api/catalog/similar-values")) return { body: similar };
      if (path === "/api/catalog/bulk/preview") return { body: PREVIEW };
      if (path === "/api/catalog/bulk") return merging();
      if (path === "/api/catalog/cells" && !reachable) return { hangUp: true };
      return undefined;
    }),
  );
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  hideToast();
  return server.close();
});

const lastChanges = () => {
  const asked = server.received.filter(({ path }) => path === "/api/catalog/bulk/preview").at(-1);
  return (JSON.parse(asked?.body ?? "{}") as { changes?: { find: string; value: string }[] }).changes;
};
const merge = (find: string, value: string) => ({ field: "category", action: "merge", find, value });

/** Cells wait until the program is back: it is, while the dialog is open. */
async function storeCell() {
  reachable = true;
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
  const listings = () => server.received.filter(({ path }) => path.startsWith("/api/catalog/similar-values"));
  await waitFor(() => expect(listings()).toHaveLength(2));
}

async function openDialog(typed = "") {
  const { user } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
  if (typed !== "") {
    (document.querySelector('[data-at="0:0"]') as HTMLElement).focus();
    await user.keyboard(typed);
  }
  await user.click(screen.getByRole("button", { name: "Juntar valores parecidos" }));
  const dialog = await screen.findByRole("dialog", { name: "Valores escritos de mais de um jeito" });
  await within(dialog).findByRole("table", { name: "Valores escritos de mais de um jeito" });
  return { user, dialog: within(dialog) };
}

test("a spelling is chosen to stay, and the others become it", async () => {
  const { user, dialog } = await openDialog();
  expect(dialog.getByRole("radio", { name: "Manter Cercas" })).toBeChecked();
  await waitFor(() => expect(lastChanges()).toEqual([merge("CERCA", "Cercas"), merge("cerca", "Cercas")]));
  await user.click(dialog.getByRole("radio", { name: "Manter cerca" }));
  await waitFor(() => expect(lastChanges()).toEqual([merge("Cercas", "cerca"), merge("CERCA", "cerca")]));
  await user.click(dialog.getByRole("checkbox", { name: "Trocar CERCA por cerca" }));
  await user.click(dialog.getByRole("checkbox", { name: "Trocar Cercsa por cerca" }));
  await waitFor(() => expect(lastChanges()).toEqual([merge("Cercas", "cerca"), merge("Cercsa", "cerca")]));
});

test("the items that would change are counted among those of the catalog, of which none was selected", async () => {
  const { dialog } = await openDialog();
  expect(await dialog.findByText("de 23 itens do catálogo")).toBeInTheDocument();
  expect(dialog.queryByText(/selecionad/)).toBeNull();
  expect(dialog.queryByText(/já são assim/)).toBeNull();
});

const MADE = { operationId: "op", changed: 5, unchanged: 18, problems: [], problemCount: 0 };

test("a merge that leaves nothing alike closes the dialog and can be taken back", async () => {
  merging = () => {
    similar = [];
    return { body: MADE };
  };
  const { user, dialog } = await openDialog();
  await user.click(await dialog.findByRole("button", { name: "Alterar 5 itens" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const said = await screen.findByText("5 itens alterados");
  const toast = within(said.closest("[role=status], [role=alert]") as HTMLElement);
  expect(toast.getByRole("button", { name: "Desfazer" })).toBeInTheDocument();
});

test("values that are read again meanwhile change nothing of what one chooses", async () => {
  reachable = false;
  const { user, dialog } = await openDialog("{ArrowRight>5/}55{Enter}");
  await user.click(dialog.getByRole("radio", { name: "Manter cerca" }));
  similar = [];
  // A cell of the sheet is stored behind the dialog: what depends on the catalog is read again.
  await storeCell();
  expect(dialog.getByRole("radio", { name: "Manter cerca" })).toBeChecked();
  expect(dialog.queryByText(/Nenhuma categoria, fabricante ou etiqueta/)).toBeNull();
});

test("a dialog that is opened again shows what is alike by then", async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  similar = [];
  await user.click(screen.getByRole("button", { name: "Juntar valores parecidos" }));
  expect(await screen.findByText(/Nenhuma categoria, fabricante ou etiqueta/)).toBeInTheDocument();
  expect(screen.queryByRole("radio", { name: "Manter Cercas" })).toBeNull();
});

test("of more values than one edit takes, it is said how many there are", async () => {
  const alike = (at: number) =>
    ({ ...CERCAS[1], value: `cerca ${at}`, near: `Cerca ${at}` }) as Values[number];
  similar = Array.from({ length: 201 }, (_, at) => alike(at));
  const { dialog } = await openDialog();
  expect(dialog.getByText(/^Valores ao todo: 201\. Aqui estão os primeiros 200;/)).toBeInTheDocument();
  await waitFor(() => expect(lastChanges()).toHaveLength(200));
});
