import { screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../test/app";
import { Catalog } from "../../test/catalog";
import { status } from "../../test/records";
import { startServer, type TestServer } from "../../test/server";

let server: TestServer;
let catalog: Catalog;
let reachable: boolean;

beforeEach(async () => {
  catalog = new Catalog(2);
  reachable = false;
  server = await startServer(
    catalog.handler(({ path }) =>
      path === "/api/catalog/cells" && !reachable ? { hangUp: true } : undefined,
    ),
  );
});
afterEach(() => server.close());

/** A price that an earlier visit of this tab left behind, typed over `seen`. */
function leavePrice(text: string, seen: number) {
  const typed = { id: "i001", name: "Produto 001", column: "price", text, value: text, seen, version: 1 };
  const step = { kind: "write", operationId: "op", label: "Preço", sent: false, cells: [typed] };
  const kept = { base: null, draft: { steps: [step], held: [], own: [] }, at: "2026-05-04T10:00:00Z" };
  sessionStorage.setItem(`celeiro.cells.${status.database.id}`, JSON.stringify(kept));
}

const badgeOf = (link: HTMLElement) => link.querySelector("[data-count]");

test("cells that wait are counted at the way to the catalog, from another page", async () => {
  leavePrice("11", 10);
  await renderApp(server, "#/settings");
  const link = await screen.findByRole("link", { name: "Catálogo, 1 célula não gravada" });
  expect(badgeOf(link)).toHaveAttribute("data-count", "1");
  expect(badgeOf(link)).not.toHaveAttribute("data-tone");
  // The badge draws its figure: speech control takes the link by the page's name.
  expect(link).toHaveTextContent(/^Catálogo$/);
  const { violations } = await axe.run(link, {
    runOnly: { type: "rule", values: ["label-content-name-mismatch", "link-name"] },
  });
  expect(violations).toEqual([]);
});

test("cells that clash on another page are shown and said there", async () => {
  leavePrice("11", 10);
  catalog.change("i001", { price: 77 });
  reachable = true;
  await renderApp(server, "#/settings");
  const words = "1 célula não gravada, 1 espera por você";
  const link = await screen.findByRole("link", { name: `Catálogo, ${words}` });
  expect(badgeOf(link)).toHaveAttribute("data-tone", "wait");
  const said = document.querySelector("nav > [aria-live]");
  await waitFor(() => expect(said).toHaveTextContent(words));
});

test("of cells that clash nothing is said any more once they are decided", async () => {
  leavePrice("11", 10);
  catalog.change("i001", { price: 77 });
  reachable = true;
  const { user } = await renderApp(server, "#/settings");
  const findNotice = () => document.querySelector("nav > [aria-live]");
  await waitFor(() => expect(findNotice()).toHaveTextContent(/1 espera por você/));
  await user.click(screen.getByRole("link", { name: /^Catálogo/ }));
  await user.click(await screen.findByRole("button", { name: "Ver" }));
  await user.click(await screen.findByRole("button", { name: "Ficar com o gravado" }));
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("link", { name: "Ajustes" }));
  await waitFor(() => expect(window.location.hash).toBe("#/settings"));
  expect(findNotice()).toBeEmptyDOMElement();
});

test("where all is stored, the way to the catalog has its name alone", async () => {
  await renderApp(server, "#/settings");
  expect(await screen.findByRole("link", { name: "Catálogo" })).toBeInTheDocument();
});
