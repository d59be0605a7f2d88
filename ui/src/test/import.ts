/** A program that takes a file in, for tests of the import: what it answers, and the way to each step. */
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach } from "vitest";
import { setHostKind } from "../host/kind";
import { healthy, renderApp } from "./app";
import { startServer, type ReceivedRequest, type TestServer } from "./server";

export const UPLOAD = "00000000-0000-4000-8000-000000000001";
export const RUN = "00000000-0000-4000-8000-000000000002";
const facts = {
  format: "csv",
  encoding: "UTF-8",
  separator: ";",
  sheet: null as string | null,
  sheets: [] as string[],
  hiddenSheets: [] as string[],
  headerRow: 1,
  preset: "plain",
};
/** The cell that is wrong in the file. */
export const brokenCell = {
  row: 3,
  line: 5,
  column: "Vlr",
  value: "caro",
  valueCut: false,
  code: "invalid_price",
  allowed: "0..999" as string | null,
  message: "not a price (0..999)",
};

/** What the program says at the end of an import that was asked for with these fixes. */
export const importResult = (fixes: unknown[], dryRun: boolean) => ({
  report: {
    created: 1 + fixes.length,
    updated: 0,
    unchanged: 0,
    rejected: 1 - fixes.length,
    errors: fixes.length > 0 ? [] : [brokenCell],
    errorCount: 1 - fixes.length,
    warnings: [] as unknown[],
    leftOut: 0,
    doubts: [] as unknown[],
    newValues: [] as unknown[],
    newValueCount: 0,
    changedFields: [] as unknown[],
    dryRun,
    file: facts,
  },
  lookalikes: [],
  lookalikeCount: 0,
});

/** An import under way, or over where it has a result. */
export const importState = (dryRun: boolean, result: unknown) => ({
  id: RUN,
  uploadId: UPLOAD,
  fileName: "lista.csv",
  kind: "items",
  dryRun,
  phase: "reading",
  rows: 2,
  percent: 100 as number | null,
  moved: null as number | null,
  seconds: 0,
  result,
  error: null,
});

export function answerImport({ method, path, body }: ReceivedRequest) {
  if (path.startsWith(`/api/uploads/${UPLOAD}?`) && method === "PUT") return { body: { received: 8 } };
  const sent = (body === "" ? {} : JSON.parse(body)) as { fixes?: unknown[] };
  if (path === "/api/uploads") return { body: { id: UPLOAD, pieceBytes: 8 } };
  if (path === "/api/imports/columns") {
    const columns = [
      { name: "Cod", target: "externalId", samples: ["Q-1"], foundType: "text", valueType: null },
      {
        name: "Mercadoria",
        target: "attribute",
        samples: ["Enxada <b>"],
        foundType: "text",
        valueType: null,
      },
      { name: "Vlr", target: "attribute", samples: ["1,50"], foundType: "number", valueType: null },
    ];
    const head = [
      { row: 1, cells: ["Cod", "Mercadoria", "Vlr"] },
      { row: 2, cells: ["Q-1", "Enxada <b>", "1,50"] },
    ];
    const { headerRow, sheet } = JSON.parse(body) as { headerRow?: number | null; sheet?: string | null };
    const file = {
      ...facts,
      sheet: sheet ?? "Preços",
      sheets: ["Preços", "Capa"],
      hiddenSheets: ["Capa"],
      headerRow: headerRow ?? 1,
    };
    const rest = { columnCount: 3, remembered: false, layout: "ab", profile: null, twins: [] as string[] };
    return { body: { file, columns, head, ...rest } };
  }
  if (path === "/api/imports/preview")
    return { body: importState(true, importResult(sent.fixes ?? [], true)) };
  if (path === "/api/imports" && method === "GET") return { body: [] };
  if (path.startsWith(`/api/imports/${RUN}/rows?`)) return { body: { rows: [], listed: 0, total: 0 } };
  if (path === "/api/imports") return { body: importState(false, importResult(sent.fixes ?? [], false)) };
  return undefined;
}

export type ImportServer = {
  server: TestServer;
  /** What was sent to an address with a body. */
  sent: (path: string) => unknown[];
  /** The page with a file whose columns are to be said. */
  openColumns: () => Promise<UserEvent>;
  /** The page with a file that was checked. */
  openPreview: () => Promise<UserEvent>;
};

/** Serves each test of the file that calls this. */
export function serveImports(): ImportServer {
  const world = {
    sent: (path: string) =>
      world.server.received
        .filter((one) => one.path === path && one.method !== "GET")
        .map(({ body }) => JSON.parse(body) as unknown),
    openColumns: async () => {
      const { user } = await renderApp(world.server, "#/catalog/import");
      return sendFile(user);
    },
    openPreview: async () => {
      const user = await world.openColumns();
      await checkFile(user);
      await screen.findByRole("heading", { name: "O que vai acontecer" });
      return user;
    },
  } as ImportServer;
  beforeEach(async () => {
    world.server = await startServer(healthy(answerImport));
  });
  afterEach(() => {
    setHostKind("browser");
    return world.server.close();
  });
  return world;
}

export async function sendFile(user: UserEvent) {
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["Cod;Mercadoria;Vlr\nQ-1;Enxada;1,50\n"], "lista.csv"));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
  return user;
}

/** Says which column is the name, and has the file checked. */
export async function checkFile(user: UserEvent) {
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
}
