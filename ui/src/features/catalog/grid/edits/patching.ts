/** What is known of rows without asking is put into the pages of the sheet that were fetched. */
import type { QueryClient } from "@tanstack/react-query";
import type { Data } from "../../../../api/command";
import type { Item } from "../../../../api/types";
import { currentOf, type Answer } from "../../unsaved/queue/sending/settling";
import type { TypedCell } from "../../unsaved/queue/work/work";
import { typedValue, valueOf, type GridRow } from "../cells/cells";

type Page = Data<"grid">;
type Changes = ReadonlyMap<string, (row: GridRow) => GridRow>;

/**
 * Patches rows of the grid as a write has left them: with what was typed, or as another writer has made
 * them.
 */
export function patchStored(client: QueryClient, stored: readonly TypedCell[], answer: Answer): void {
  const changes = new Map([...currentRows(answer), ...typedRows(stored, answer)]);
  patchPages(client, changes);
}

/** The item as it is stored now, in the place of an older one. */
export function patchItem(client: QueryClient, item: Item): void {
  const renew = (row: GridRow) => (row.item.version < item.version ? { ...row, item } : row);
  patchPages(client, new Map([[item.id, renew]]));
}

/** A page that was spoiled stays so: what is known of a row says nothing of where it stands now. */
function patchPages(client: QueryClient, changes: Changes): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ["grid"] })) {
    const page = query.state.data as Page | undefined;
    const patched = page && patchPage(page, changes);
    if (patched === undefined || patched === page) continue;
    const { isInvalidated } = query.state;
    client.setQueryData(query.queryKey, patched);
    if (isInvalidated) query.invalidate();
  }
}

function patchPage(page: Page, changes: Changes): Page {
  if (!page.rows.some(({ item }) => changes.has(item.id))) return page;
  return { ...page, rows: page.rows.map((row) => changes.get(row.item.id)?.(row) ?? row) };
}

/** What others have made of the rows that were refused, so that one decides over what is there now. */
function currentRows(answer: Answer): Changes {
  return new Map(
    answer.rows.flatMap(({ id, error }) => {
      const current = currentOf(error);
      return current ? [[id, (row: GridRow) => ({ ...row, item: current })] as const] : [];
    }),
  );
}

function typedRows(stored: readonly TypedCell[], answer: Answer): Changes {
  const versions = new Map(answer.rows.map(({ id, version }) => [id, version]));
  const changes = new Map<string, (row: GridRow) => GridRow>();
  for (const { id, column, text } of stored) {
    const before = changes.get(id) ?? ((row: GridRow) => row);
    changes.set(id, (row) => {
      const version = versionAfter(row, versions.get(id));
      return withText(before({ ...row, item: { ...row.item, version } }), column, text);
    });
  }
  return changes;
}

/** Where another writer came in between, the row keeps its version: it does not hold what that one wrote. */
function versionAfter({ item }: GridRow, stored: number | null | undefined): number {
  return stored === item.version + 1 ? stored : item.version;
}

function withText(row: GridRow, column: string, text: string): GridRow {
  const before = valueOf(row, column);
  const typed = typedValue(column, text, before);
  if (!column.startsWith("attributes.")) return { ...row, item: { ...row.item, [column]: typed } };
  const attributes = { ...row.item.attributes, [column.slice("attributes.".length)]: typed };
  return { ...row, item: { ...row.item, attributes } };
}
