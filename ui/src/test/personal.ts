/** The personal assistant of the small server of a test: it stores what it is sent, and knows versions. */
import type { Data } from "../api/command";
import { healthy } from "./app";
import type { Answer, ReceivedRequest } from "./server";

export type Person = Data<"getPerson">;
export type Reminder = Data<"getReminder">;
export type Decision = Data<"getDecision">;
export type Metric = Data<"getMetric">;
type WaitingAnswer = Data<"getWaiting">;
export type Knowledge = Data<"getKnowledge">["item"];
export type Report = Data<"getReport">;
export type Evidence = Data<"getKnowledge">["evidence"][number];
export type MemoryRun = Data<"listMemoryRuns">[number];
type Row = { id: string; version: number };
type ForgetRequest = { kind?: "people" | "reminders" | "decisions"; id?: string };

export const TODAY = "2026-05-05";
const FIGURES = ["types", "history", "trends", "export"];
const AT = { createdAt: "2026-05-01T10:00:00Z", updatedAt: "2026-05-04T12:00:00Z", version: 1 };

export function person(id: string, name: string, part: Partial<Person> = {}): Person {
  return { id, name, crops: [], preferences: {}, ...AT, ...part };
}

export function reminder(id: string, title: string, part: Partial<Reminder> = {}): Reminder {
  return {
    id,
    title,
    notes: null,
    at: "2999-05-06T09:00:00",
    zone: "America/Sao_Paulo",
    rrule: null,
    nextAt: "2999-05-06T12:00:00Z",
    state: "open",
    personId: null,
    doneAt: null,
    lastFiredAt: null,
    ...AT,
    ...part,
  };
}

export function decision(id: string, title: string, part: Partial<Decision> = {}): Decision {
  return {
    id,
    title,
    description: null,
    area: "customers",
    options: [],
    choice: null,
    reasoning: null,
    reviewAt: "2026-06-01",
    state: "open",
    outcome: null,
    ...AT,
    ...part,
  };
}

export function metric(id: string, type: string, part: Partial<Metric> = {}): Metric {
  return { id, type, value: 1, unit: null, date: TODAY, notes: null, source: "page", ...AT, ...part };
}

export function knowledge(id: string, content: string, part: Partial<Knowledge> = {}): Knowledge {
  return {
    id,
    content,
    type: "fact",
    area: "customers",
    subArea: null,
    confidence: 1,
    validFrom: null,
    validTo: null,
    state: "active",
    source: "page",
    extractor: null,
    prompt: null,
    ...AT,
    ...part,
  };
}

export function report(id: string, text: string, part: Partial<Report> = {}): Report {
  const period = { from: TODAY, to: TODAY };
  return {
    id,
    kind: "morning",
    subjectId: null,
    zone: "America/Sao_Paulo",
    figures: { period, figures: [], score: null },
    text,
    author: "program",
    leftOut: 0,
    model: null,
    scheduled: false,
    ...AT,
    ...part,
  };
}

export class Assistant {
  /** What a history has in units of other kinds. */
  otherUnits: Data<"getMetricHistory">["otherUnits"] = [];
  on = true;
  people: Person[] = [];
  reminders: Reminder[] = [];
  decisions: Decision[] = [];
  metrics: Metric[] = [];
  fired: WaitingAnswer["fired"] = [];
  fresh: WaitingAnswer["reports"] = [];
  reports: Report[] = [];
  plan: Data<"getReportPlan"> = {
    morningHour: null,
    weeklyHour: null,
    weeklyDay: "monday",
    checkinHour: null,
    byModel: false,
  };
  sentences: string[] = [];
  knowledge: Knowledge[] = [];
  evidence: Evidence[] = [];
  runs: MemoryRun[] = [];
  /** Answers before the rest does. */
  special: (request: ReceivedRequest) => Answer | undefined = () => undefined;
  private deleted: Row[] = [];
  private before = new Map<string, Reminder>();

  handler() {
    return healthy((request) => this.answer(request));
  }

  /** What it answers; nothing to what is asked of another part of the program. */
  answer(request: ReceivedRequest): Answer | undefined {
    return this.special(request) ?? this.find(request);
  }

  private find(request: ReceivedRequest): Answer | undefined {
    const url = new URL(request.path, "http://localhost");
    const [, , area, name, id, act] = url.pathname.split("/");
    if (area !== "assistant") return undefined;
    if (name === "state") return { body: { on: this.on, timeZone: "America/Sao_Paulo", today: TODAY } };
    if (name === "birthdays") return { body: [] };
    if (name === "waiting") return { body: this.waiting() };
    if (name === "changes" && id) return this.undo(id);
    if (name === "export") return { body: this.exportAll() };
    if (name === "forget") return { body: this.forget(JSON.parse(request.body) as ForgetRequest) };
    if (act === "conversations")
      return { body: [{ id: "c1", title: "Adubo da safra", updatedAt: AT.updatedAt }] };
    if (name === "metrics" && id && request.method === "GET" && FIGURES.includes(id))
      return { body: this.figures(id, url) };
    if (name === "metrics") return this.rows(this.metrics, metric, request, url, id, act);
    if (name === "people") return this.rows(this.people, person, request, url, id, act);
    if (name === "reminders") return this.rows(this.reminders, reminder, request, url, id, act);
    if (name === "decisions") return this.rows(this.decisions, decision, request, url, id, act);
    if (name === "report-settings") return this.reportPlan(request);
    if (name === "reports") return this.rows(this.reports, report, request, url, id, act);
    if (name === "memory-profile") return { body: this.profile() };
    if (name === "memory-runs") return this.memoryRuns(request, id, act);
    if (name === "memory") return this.memory(request, url, id, act);
    return undefined;
  }

  private rows<R extends Row>(
    rows: R[],
    make: (id: string, name: string, part: Partial<R>) => R,
    { method, body }: ReceivedRequest,
    url: URL,
    id: string | undefined,
    act: string | undefined,
  ): Answer {
    const sent = JSON.parse(body || "{}") as Partial<R> & { operationId?: string };
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    if (id === undefined && method === "GET") return { body: this.list(rows, url) };
    if (id === undefined) {
      const made = make(`new-${rows.length}`, "", sent);
      rows.push(made);
      return { body: made };
    }
    if (act === "restore") {
      const back = this.deleted.find((one) => one.id === id) as R;
      rows.push(back);
      return { body: back };
    }
    if (!row) return { status: 404, body: { code: "not_found", message: "Não existe mais", details: null } };
    if (act === "complete") {
      this.before.set(sent.operationId ?? "", row as unknown as Reminder);
      rows[at] = { ...row, state: "done", nextAt: null, version: row.version + 1 };
      return { body: rows[at] };
    }
    if (method === "GET") return { body: row };
    if (method === "DELETE") {
      this.deleted.push(...rows.splice(at, 1));
      return { body: { id } };
    }
    if (sent.version !== row.version)
      return { status: 409, body: { code: "conflict", message: "Mudou", details: { current: row } } };
    rows[at] = { ...row, ...sent, version: row.version + 1 };
    return { body: rows[at] };
  }

  private memory(request: ReceivedRequest, url: URL, id?: string, act?: string): Answer {
    const answer = this.rows(this.knowledge, knowledge, request, url, id, act);
    if (request.method !== "GET" || answer.status === 404) return answer;
    if (id === undefined) return { body: { rows: this.knowledge, total: this.knowledge.length } };
    return { body: { item: answer.body, evidence: this.evidence, uses: [] } };
  }

  private profile(): Data<"getMemoryProfile"> {
    const lines = this.knowledge.map(({ content }) => `- fato, clientes: ${content}`);
    return { text: lines.join("\n"), tokens: 12, mostTokens: 800, items: this.knowledge.map(({ id }) => id) };
  }

  private memoryRuns({ body }: ReceivedRequest, id?: string, act?: string): Answer {
    if (id === undefined) return { body: this.runs };
    const { changes } = JSON.parse(body || "{}") as { changes?: string[] | null };
    const state = act === "accept" ? "accepted" : "rejected";
    this.runs = this.runs.map((run) => ({
      ...run,
      changes: run.changes.map((line) =>
        (changes ? changes.includes(line.id) : act !== "accept" || !line.needsYes)
          ? { ...line, state }
          : line,
      ),
    }));
    return { body: this.runs.find((run) => run.id === id) };
  }

  private list(rows: readonly Row[], url: URL): unknown {
    if (rows === this.reminders)
      return this.reminders.filter(({ state }) => state === (url.searchParams.get("state") ?? state));
    if (rows !== this.people) return rows;
    // Finding misspelt names is the program's: this one answers by the first letter.
    const text = (url.searchParams.get("text") ?? "").toLowerCase();
    const found = this.people.filter(({ name }) => name.toLowerCase().startsWith(text.slice(0, 1)));
    return { rows: found, total: found.length };
  }

  private reportPlan({ method, body }: ReceivedRequest): Answer {
    if (method === "PUT") this.plan = JSON.parse(body) as Data<"getReportPlan">;
    return { body: this.plan };
  }

  private exportAll() {
    const { people, reminders, decisions, metrics } = this;
    const knowledge = this.knowledge.map((item) => ({ item, evidence: this.evidence }));
    const finance = { bills: [], expenses: [], incomes: [], debts: [], investments: [] };
    const own = { people, reminders, decisions, metrics, knowledge, finance, reports: this.reports };
    return { version: 1, exportedAt: AT.updatedAt, timeZone: "Etc/UTC", ...own };
  }

  private forget({ kind, id }: ForgetRequest) {
    const counts: Record<string, number> = {
      people: 0,
      reminders: 0,
      decisions: 0,
      metrics: 0,
      knowledge: 0,
    };
    for (const one of ["people", "reminders", "decisions"] as const) {
      const rows: Row[] = this[one];
      const gone = rows.filter((row) => (kind ?? one) === one && row.id === (id ?? row.id));
      for (const row of gone) rows.splice(rows.indexOf(row), 1);
      counts[one] = gone.length;
    }
    return counts;
  }

  private waiting(): WaitingAnswer {
    const isDue = ({ nextAt }: Reminder) => nextAt !== null && Date.parse(nextAt) <= Date.now();
    const isToReview = (one: Decision) => one.state !== "reviewed" && one.reviewAt <= TODAY;
    return {
      reminders: this.reminders.filter(isDue).length,
      decisions: this.decisions.filter(isToReview).length,
      fired: this.fired.filter(({ id }) => this.reminders.find((one) => one.id === id)?.state !== "done"),
      reports: this.fresh,
    };
  }

  private figures(what: string, url: URL): unknown {
    const type = url.searchParams.get("type");
    const entries = this.metrics.filter((one) => one.type === type);
    if (what === "types")
      return [...new Set(this.metrics.map((one) => one.type))].map((one) => {
        const own = this.metrics.filter((entry) => entry.type === one);
        return { type: one, unit: "kg", entries: own.length, first: TODAY, last: TODAY };
      });
    if (what === "export") return { csv: "date,type,value,unit,notes\n", entries: 0 };
    if (what === "trends") return { trends: [], correlations: [], sentences: this.sentences };
    const daily = entries.map(({ date, value }) => ({ day: date, value }));
    return {
      type,
      entries: entries.toReversed(),
      aggregation: "mean",
      unit: entries.at(-1)?.unit ?? null,
      daily,
      summary: null,
      leftOut: 0,
      otherUnits: this.otherUnits,
    };
  }

  private undo(operation: string): Answer {
    const before = this.before.get(operation);
    this.reminders = this.reminders.map((one) => (one.id === before?.id ? before : one));
    return { body: { operationId: null, undone: 1, deleted: 0, conflicts: 0 } };
  }
}
