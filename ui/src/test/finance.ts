/** The person's own money in the small server of a test: it stores what it is sent, and knows versions and payments. */
import type { Data } from "../api/command";
import { TODAY } from "./personal";
import type { Answer, ReceivedRequest } from "./server";

export type Bill = Data<"listBills">["bills"][number];

const AT = { version: 1, updatedAt: "2026-05-04T12:00:00Z" };

export function bill(id: string, name: string, part: Partial<Bill> = {}): Bill {
  return {
    id,
    name,
    category: "servicos",
    amount: 120.5,
    amountPaid: null,
    dueDay: 20,
    status: "pending",
    paidAt: null,
    isRecurring: true,
    monthYear: TODAY.slice(0, 7),
    currency: "BRL",
    daysUntilDue: 15,
    ...AT,
    ...part,
  };
}

export class Money {
  bills: Bill[] = [];
  /** Of months before. */
  earlier: Bill[] = [];
  alerts: string[] = [];
  private deleted: Bill[] = [];
  private before = new Map<string, Bill>();

  answer({ method, path, body }: ReceivedRequest): Answer | undefined {
    const url = new URL(path, "http://localhost");
    const [, , area, part, name, id, act] = url.pathname.split("/");
    if (area !== "assistant") return undefined;
    if (part === "changes" && name) return this.undo(name);
    if (part !== "finance") return undefined;
    if (name === "summary") return { body: this.summary() };
    const sent = JSON.parse(body || "{}") as Partial<Bill> & { operationId?: string };
    if (name === "import") return { body: { added: 1, changed: 0, unchanged: 2 } };
    if (name !== "bills") return { body: { [name ?? ""]: [], summary: {}, monthYear: TODAY.slice(0, 7) } };
    if (id === undefined && method === "GET") return { body: this.list() };
    if (id === undefined) {
      const made = { ...bill(`new-${this.bills.length}`, ""), ...sent, amount: 99.9 };
      this.bills.push(made);
      return { body: made };
    }
    if (act === "pay" && this.earlier.some((one) => one.id === id)) {
      const [settled] = this.earlier.splice(0, 1);
      return { body: { bill: settled, already: false } };
    }
    const at = this.bills.findIndex((one) => one.id === id);
    if (act === "restore") {
      this.bills.push(...this.deleted.splice(0));
      return { body: this.bills.at(-1) };
    }
    const row = this.bills[at];
    if (!row) return { status: 404, body: { code: "not_found", message: "Não existe mais", details: null } };
    if (act === "pay" || act === "unpay") return this.pay(at, row, act === "pay", sent.operationId ?? "");
    if (method === "DELETE") {
      this.deleted.push(...this.bills.splice(at, 1));
      return { body: { id } };
    }
    if (sent.version !== row.version)
      return { status: 409, body: { code: "conflict", message: "Mudou", details: { current: row } } };
    this.bills[at] = { ...row, ...sent, amount: row.amount, version: row.version + 1 };
    return { body: this.bills[at] };
  }

  private list(): unknown {
    const isDismissed = (one: Bill) => one.status === "dismissed";
    const bills = this.bills.filter((one) => !isDismissed(one));
    return { bills, earlier: this.earlier, dismissed: this.bills.filter(isDismissed), summary: {} };
  }

  private pay(at: number, row: Bill, paid: boolean, operation: string): Answer {
    const isSettled = row.status === "paid" || row.status === "dismissed";
    const already = paid ? row.status === "paid" : !isSettled;
    this.before.set(operation, row);
    const next: Bill = {
      ...row,
      status: paid ? "paid" : "pending",
      paidAt: paid ? AT.updatedAt : null,
      version: row.version + 1,
    };
    this.bills[at] = next;
    return { body: { bill: next, already } };
  }

  private undo(operation: string): Answer {
    const before = this.before.get(operation);
    this.bills = this.bills.map((one) => (one.id === before?.id ? before : one));
    return { body: { operationId: null, undone: 1, deleted: 0, conflicts: 0 } };
  }

  private summary(): unknown {
    return {
      kpis: { income: 5000, budgeted: 1000, spent: 1200.5, balance: -200.5, invested: 0 },
      debts: { totalRemaining: 800 } satisfies Partial<Record<string, number>>,
      pendingBills: [],
      upcomingInstallments: [],
      alerts: this.alerts,
      monthYear: TODAY.slice(0, 7),
    };
  }
}
