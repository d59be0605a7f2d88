/** A desk of prices for tests: lists that are kept, changes that are previewed, made and taken back. */
import type { ItemPrices, PriceChange, PriceList, PricePreviewRow } from "../bindings";
import { healthy } from "./app";
import type { Answer, Handler, ReceivedRequest } from "./server";

type Fields = Record<string, unknown>;

export function priceList(id: string, name: string, change: Partial<PriceList> = {}): PriceList {
  return {
    id,
    name,
    note: null,
    validFrom: null,
    validUntil: null,
    rule: null,
    active: true,
    version: 1,
    updatedAt: "2026-05-04T10:00:00Z",
    updatedBy: "ana",
    isValidToday: true,
    ownPrices: 0,
    ...change,
  };
}

export function priceChange(id: string, change: Partial<PriceChange> = {}): PriceChange {
  return {
    id,
    name: "Reajuste de maio",
    list: null,
    listName: null,
    effectiveOn: null,
    state: "applied",
    rows: 2,
    applied: 2,
    changedMeanwhile: 0,
    gone: 0,
    otherCurrency: 0,
    createdBy: "ana",
    createdAt: "2026-05-04T10:00:00Z",
    appliedAt: "2026-05-04T10:00:00Z",
    failure: null,
    undoes: null,
    isUndone: false,
    undoable: true,
    ...change,
  };
}

export function previewRow(item: string, change: Partial<PricePreviewRow> = {}): PricePreviewRow {
  const row = { item, name: `Produto ${item}`, currency: "BRL", package: null };
  return { ...row, old: 100, new: 105, percent: 5, marks: [], ...change };
}

export function refuse(status: number, code: string, details: unknown = null): Answer {
  return { status, body: { code, message: `recusado: ${code}`, details } };
}

export class Prices {
  lists: PriceList[] = [];
  changes: PriceChange[] = [];
  /** What a preview shows. */
  rows: PricePreviewRow[] = [previewRow("i1"), previewRow("i2")];
  digest = "d1";
  item: ItemPrices = { base: 100, currency: "BRL", lists: [] };
  sent: { method: string; path: string; body: Fields }[] = [];

  handler(special: (request: ReceivedRequest) => Answer | undefined = () => undefined): Handler {
    return healthy((request) => special(request) ?? this.answer(request));
  }

  /** What was asked of an address. */
  sentTo(method: string, path: string): Fields[] {
    return this.sent.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
  }

  answer({ method, path, body }: ReceivedRequest): Answer | undefined {
    const address = path.split("?")[0] ?? "";
    const fields = body === "" ? {} : (JSON.parse(body) as Fields);
    if (!/^\/api\/(price-|catalog\/items\/[^/]+\/(prices|cost|price-history))/.test(address))
      return undefined;
    this.sent.push({ method, path: address, body: fields });
    const [, , noun, id = "", act] = address.split("/");
    if (noun === "price-lists") return this.answerList(method, id, act, fields);
    if (noun === "price-changes") return this.answerChange(method, id, act, fields);
    if (address.endsWith("/prices")) return { body: this.item };
    if (address.endsWith("/price-history")) return { body: [] };
    return { body: { cost: 80, currency: "BRL", version: 1, updatedAt: null, updatedBy: null, margins: [] } };
  }

  private answerList(method: string, id: string, act: string | undefined, fields: Fields): Answer {
    if (method === "GET") return { body: this.lists };
    if (act === "prices") return { body: { change: "c9", changed: 1, unchanged: 0, refused: [] } };
    if (method === "DELETE") {
      this.lists = this.lists.filter((one) => one.id !== id);
      return { body: { id } };
    }
    const known = this.lists.find((one) => one.id === id);
    const content = fields as Partial<PriceList>;
    const kept = { ...priceList(id === "" ? "new-list" : id, "Atacado"), ...content };
    const stored = { ...kept, version: (known?.version ?? 0) + 1 };
    this.lists = [...this.lists.filter((one) => one.id !== stored.id), stored];
    return { body: stored };
  }

  private answerChange(method: string, id: string, act: string | undefined, fields: Fields): Answer {
    if (id === "preview") return { body: this.preview() };
    if (method === "POST" && id === "") {
      if (fields["digest"] !== this.digest) return refuse(409, "selection_changed");
      const effectiveOn = (fields["effectiveOn"] as string | null | undefined) ?? null;
      const made = priceChange("c1", {
        name: fields["name"] as string,
        effectiveOn,
        state: effectiveOn === null ? "applied" : "planned",
        undoable: effectiveOn === null,
        rows: this.rows.length,
        applied: effectiveOn === null ? this.rows.length : 0,
      });
      this.changes = [made, ...this.changes];
      return { body: made };
    }
    if (id === "") return { body: this.changes };
    const found = this.changes.find((one) => one.id === id);
    if (!found) return refuse(404, "not_found");
    if (act === undefined) {
      const rows = this.rows.map(({ new: after, ...row }) => ({
        ...row,
        before: row.old,
        after,
        outcome: found.state === "applied" ? "applied" : null,
      }));
      return { body: { change: found, rows, total: rows.length } };
    }
    if (act === "undo") {
      this.put({ ...found, isUndone: true, undoable: false });
      return { body: { change: "c2", undone: found.applied, conflicts: [], conflictCount: 0 } };
    }
    const isOpen = found.state === "planned" || (found.state === "failed" && act === "apply");
    if (!isOpen) return refuse(409, "conflict");
    const next: PriceChange =
      act === "cancel"
        ? { ...found, state: "cancelled" }
        : { ...found, state: "applied", applied: found.rows, failure: null, undoable: true };
    this.put(next);
    return { body: next };
  }

  private preview() {
    const changed = this.rows.filter((row) => row.new !== row.old).length;
    const counts = new Map<string, number>();
    for (const mark of this.rows.flatMap(({ marks }) => marks)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    return {
      total: this.rows.length,
      changed,
      unchanged: this.rows.length - changed,
      skipped: 0,
      problems: [],
      problemCount: 0,
      marks: [...counts].map(([mark, count]) => ({ mark, count })),
      rows: this.rows,
      digest: this.digest,
    };
  }

  private put(change: PriceChange): void {
    this.changes = this.changes.map((one) => (one.id === change.id ? change : one));
  }
}
