/** The sheet over a [`Catalog`] whose program a test can take away, for tests of cells that are not stored. */
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { preloadPage } from "../app/lazyPages";
import { forgetOperations } from "../features/catalog/shared/ownOperations";
import { renderApp } from "./app";
import { Catalog, giveHeight } from "./catalog";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "./server";

export type SheetServer = {
  server: TestServer;
  catalog: Catalog;
  /** What the program does instead of answering; a test takes it away to bring the program back. */
  special: (request: ReceivedRequest) => Answer | undefined;
  /** Opens the sheet; the keys are in its first cell. */
  open: (address?: string) => ReturnType<typeof renderApp>;
  /** The writes of cells that were sent. */
  writes: () => Record<string, unknown>[];
};

/** Serves each test of the file that calls this, with so many items. */
export function serveSheet(items: number): SheetServer {
  let restoreHeight = () => {};
  const sheet = {
    open: async (address = "#/catalog/items") => {
      const app = await renderApp(sheet.server, address);
      await screen.findByText("Produto 001");
      await waitFor(() => expect(cellAt(0, 0)).toHaveFocus());
      return app;
    },
    writes: () => sheet.catalog.sent("POST", "/api/catalog/cells"),
  } as SheetServer;
  // Not in the time of the first test: a machine that builds meanwhile may take a minute to compile it.
  beforeAll(() => preloadPage("#/catalog/items"), 300_000);
  beforeEach(async () => {
    restoreHeight = giveHeight(600);
    sheet.catalog = new Catalog(items);
    sheet.special = () => undefined;
    sheet.server = await startServer(sheet.catalog.handler((request) => sheet.special(request)));
  });
  afterEach(() => {
    restoreHeight();
    forgetOperations();
    return sheet.server.close();
  });
  return sheet;
}

export const cellAt = (row: number, column: number) => document.querySelector(`[data-at="${row}:${column}"]`);

/** The column of prices, and the keys that lead to it from the first. */
export const PRICE = 5;
export const goToPrice = "{ArrowRight>5/}";

/** The program is not reached where it would write. */
export const hangUpWrites = ({ path }: ReceivedRequest): Answer | undefined =>
  path === "/api/catalog/cells" || path.endsWith("/undo") ? { hangUp: true } : undefined;
