import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { Catalog, giveHeight } from "../../../../test/catalog";
import { startServer, type TestServer } from "../../../../test/server";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

const SIMILAR = [
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

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(3);
  server = await startServer(
    catalog.handler(({ path }) => {
      if (path.startsWith("/api/catalog/similar-values")) return { body: SIMILAR };
      if (path === "/api/catalog/bulk/preview") return { body: PREVIEW };
      return undefined;
    }),
  );
});
afterEach(() => {
  restoreHeight();
  return server.close();
});

const lastChanges = () => {
  const asked = server.received.filter(({ path }) => path === "/api/catalog/bulk/preview").at(-1);
  return (JSON.parse(asked?.body ?? "{}") as { changes?: { find: string; value: string }[] }).changes;
};
const merge = (find: string, value: string) => ({ field: "category", action: "merge", find, value });

async function openDialog() {
  const { user } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
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
