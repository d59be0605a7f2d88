/**
 * Cells and what takes them back on their way to the program, apart from any page: one after the other,
 * in the order in which they were done. While the program is away they wait and are sent again by
 * themselves, each under the id it had, so that one whose answer was lost is done once.
 */
import type { QueryCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import { call, CommandError, type Data, type Req } from "../../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../../api/tags";
import type { Item } from "../../../../api/types";
import { noteRefusal } from "../../../../api/unauthorized";
import { clientError } from "../../../../host/errors";
import type { Lang } from "../../../../lib/language";
import type { Problem as FieldProblem } from "../../../../shared/forms/rules";
import { patchItem, patchStored } from "../../grid/edits/patching";
import {
  noteOperation,
  noteRedone,
  noteUndone,
  openOperations,
  ownOperations,
  whenWritten,
} from "../../shared/ownOperations";
import { OrderChanged } from "../../grid/state/listedRows";
import { fillBlock, fillKnown, readBlock } from "./block";
import { storeWork, readWork } from "./workStorage";
import { discardCell } from "./discard";
import { markMissing, missingCells, sendAgain } from "./missing";
import { cutHead } from "./pieces";
import { addTaken, latestTaken, newTaken, type TakenCells } from "./taken";
import {
  addEdit,
  addHeld,
  addOwn,
  BY_SELF,
  dropHeld,
  isEdit,
  markSent,
  newBlock,
  newOverwrite,
  newWrites,
  renewHeld,
  requestOf,
  settleWrite,
  storedCells,
  takeBack,
  type Act,
  type Block,
  type BlockPart,
  type HeldCell,
  type Step,
  type TakeBack,
  type TypedCell,
  type Work,
  type Write,
} from "./work";

/** Until the first attempt after one that failed, and between two later ones at most. Milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** A long row of writes shows what it has done in between. Milliseconds. */
const REFRESH_MS = 2_000;
/** A step without an answer for so long counts as one that waits. Milliseconds. */
const STALL_MS = 2_000;

/** The program is not there, or cannot write just now: the same may work later. */
const LATER: ReadonlySet<string> = new Set([
  "unreachable",
  "timed_out",
  "bad_response",
  "broken_off",
  "starting",
  "database_unreachable",
  "database_busy",
  "database_stuck",
  "rate_limited",
  "unauthorized",
  "other_catalog",
  "disk_full",
  "cluster_failed",
]);

export type UndoOutcome = Data<"undoOperation">;

/** What came of something, for those who say it. */
export type News =
  | { kind: "refused"; cells: readonly HeldCell[]; of: number }
  | { kind: "takenBack"; step: TakeBack; undone: UndoOutcome }
  /** What was not sent yet is not done, or to be done after all. */
  | { kind: "reconsidered"; as: "undo" | "redo"; what: string }
  /** A value that clashed was let go of for the one that is stored. */
  | { kind: "taken"; what: string }
  /** It will be done once the program answers. */
  | { kind: "postponed"; as: "undo" | "redo"; what: string }
  /** Rows of a block stand elsewhere now: nothing of it was done. */
  | { kind: "orderChanged" }
  /** Cells of a block that cannot be written, or wait for a choice out of sight, and stayed as they were. */
  | { kind: "leftOut"; count: number; undecided: number }
  /** Rows of a block cannot be read, now or later: their cells were not written. */
  | { kind: "unread"; count: number; error: CommandError }
  /** An item that was deleted is there again: what was typed into its cells is sent. */
  | { kind: "returned"; name: string; count: number }
  | { kind: "failed"; error: CommandError };

export type QueueWords = {
  /** What is said of a cell where nobody says more. */
  other: () => string;
  language: () => Lang;
  /** What doing something to so many cells is called. */
  count: (act: Act, cells: number) => string;
  /** What sending the cells of an item that is there again is called. */
  returned: (name: string) => string;
};

/** The sheet, while it is there: it knows whether its rows may stand elsewhere now. */
export type Sheet = {
  refresh: (columns: readonly string[]) => Promise<void>;
  /** Lists its rows anew, wherever they stand now. */
  relist: () => Promise<void>;
  /** Says what is wrong with a text; its words are no part of the first screen. */
  describe: (problem: FieldProblem) => string;
};

export type Snapshot = Work & {
  /** Why nothing is sent just now. */
  away: CommandError | null;
  /** Nothing is sent just now, or what is being sent has no answer for a while: it may not be stored. */
  isStalled: boolean;
  /** When it is tried again, in milliseconds since 1970. */
  nextAt: number | null;
  /** Whether a reload would find all of it. */
  kept: boolean;
  /** What was let go of for what is stored, the latest last. */
  taken: readonly TakenCells[];
};

export class CellQueue {
  private snapshot: Snapshot;
  private listeners = new Set<() => void>();
  private hearer: ((news: News) => void) | null = null;
  /** What came while there was no hearer. */
  private unheard: News[] = [];
  private sheet: Sheet | null = null;
  private running: Promise<void> | null = null;
  private active = false;
  private endReads: (() => void) | null = null;
  private failures = 0;
  /** What is being sent can be let go of: a line that broke without a word is not waited for. */
  private connection = new AbortController();
  private lost = false;
  /** The block whose rows are being read. */
  private reading: Block | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Columns that were stored since the rows were last fetched. */
  private stored = new Set<string>();
  private refreshed = 0;
  /** Writes that were taken back before they were sent, with how much was undone then. */
  private withdrawn: { step: Write | Block | TakenCells; undone: number }[] = [];

  constructor(
    private readonly client: QueryClient,
    readonly catalog: string,
    private readonly words: QueueWords,
  ) {
    this.snapshot = {
      ...readWork(catalog),
      away: null,
      isStalled: false,
      nextAt: null,
      kept: true,
      taken: [],
    };
  }

  get = (): Snapshot => this.snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Tells one hearer at a time; first what came while there was none. */
  hear(hearer: (news: News) => void): () => void {
    this.hearer = hearer;
    for (const news of this.unheard.splice(0)) hearer(news);
    return () => {
      if (this.hearer === hearer) this.hearer = null;
    };
  }

  attend(sheet: Sheet): () => void {
    this.sheet = sheet;
    return () => {
      if (this.sheet === sheet) this.sheet = null;
    };
  }

  /** From here on it sends; without, its catalog is not the one that is open. */
  activate(active: boolean): void {
    this.active = active;
    this.endReads?.();
    this.endReads = active ? this.client.getQueryCache().subscribe(this.followReads) : null;
    if (active) {
      openOperations(this.catalog);
      this.wake();
    } else clearTimeout(this.timer);
  }

  /** Tries at once: the program may be there again. */
  wake = (): void => {
    clearTimeout(this.timer);
    this.failures = 0;
    this.pump();
  };

  /** The program was looked for, apart from anything that is sent here. */
  noteReachable(reachable: boolean): void {
    if (!reachable) {
      this.lost = true;
      if (this.snapshot.steps.length > 0 && this.snapshot.away === null) this.pause(unreachable(), null);
    } else if (this.lost) {
      this.lost = false;
      this.connection.abort();
      this.wake();
    }
  }

  /** A label that counts the cells says by `act` what is done to them. */
  write(label: string, cells: readonly TypedCell[], act?: Act): void {
    if (cells.length === 0) return;
    this.withdrawn = [];
    this.put(newWrites(label, cells, crypto.randomUUID(), act).reduce<Work>(addEdit, this.snapshot));
    this.pump();
  }

  /** Reserves the place of a block whose rows are not all there: what is done from here on comes after it. */
  reserve(part: BlockPart): void {
    this.withdrawn = [];
    this.put(addEdit(this.snapshot, newBlock(this.snapshot, part, crypto.randomUUID())));
    this.pump();
  }

  hold(held: readonly HeldCell[]): void {
    if (held.length > 0) this.put(addHeld(this.snapshot, held));
  }

  /** Lets go of what waits for a person in these cells, called `label`: an undo brings it back. */
  takeStored(cells: readonly { id: string; column: string }[], label: string): void {
    const taken = newTaken(this.snapshot, cells, label, ownOperations());
    if (!taken) return;
    this.put(dropHeld(this.snapshot, cells));
    this.set({ taken: addTaken(this.snapshot.taken, taken) });
    if (taken.held.some(({ state }) => state === "conflict")) this.tell({ kind: "taken", what: label });
  }

  /** A form of this tab stored the item. */
  noteStored(item: Item): void {
    this.renew(item, BY_SELF);
  }

  /** Decisions about cells of the item are about what stands there now. */
  private renew(item: Item, by: string | null): void {
    const renewed = renewHeld(this.snapshot, item, by);
    if (renewed === this.snapshot) return;
    this.put(renewed);
    patchItem(this.client, item);
  }

  /** Cells of an item that was deleted go on where it is there again. */
  private sendReturned({ id, name }: Item): void {
    const cells = missingCells(this.snapshot, id);
    if (cells.length === 0) return;
    this.put(sendAgain(this.snapshot, cells, this.words.returned(name)));
    this.tell({ kind: "returned", name, count: cells.length });
    this.pump();
  }

  /** Renews the cells that clash, and sends those of items that are back, by each item that any page reads. */
  private readonly followReads = (event: QueryCacheNotifyEvent): void => {
    if (event.type !== "updated") return;
    if (this.snapshot.held.length === 0) return;
    const { action, query } = event;
    // What this page puts into the cache by itself is what it knows already.
    if (action.type === "success" && !action.manual)
      for (const item of itemsIn(query)) {
        this.renew(item, null);
        this.sendReturned(item);
      }
    const missing = action.type === "error" ? missingItem(query, action.error) : null;
    if (missing !== null) this.put(markMissing(this.snapshot, missing.id, missing.message));
  };

  /** Lets go of a cell, whatever it waits for. What is just being sent may be stored all the same. */
  discardCell(cell: { id: string; column: string }): void {
    this.put(discardCell(this.snapshot, cell));
    this.abortReading();
  }

  /** Stores what waits for a person as it was typed, over what stands there now. */
  insist(held: HeldCell, label: string): void {
    this.put(addEdit(this.snapshot, newOverwrite(held, crypto.randomUUID(), label)));
    this.pump();
  }

  /** Lets go of everything. What is just being sent may be stored all the same. */
  discard(): void {
    this.withdrawn = [];
    this.set({ taken: [] });
    this.put({ ...this.snapshot, steps: [], held: [] });
    this.abortReading();
  }

  /** Takes the latest thing back, or brings it back; false where there is nothing. */
  takeBack(kind: "undo" | "redo"): Promise<boolean> {
    // A form may be saving: what it stores is the latest thing then.
    return whenWritten(() => {
      if (kind === "redo" && this.bringWithdrawnBack()) return true;
      if (kind === "undo" && this.bringTakenBack()) return true;
      const done = takeBack(this.snapshot, kind, ownOperations(), crypto.randomUUID());
      if (done.kind === "nothing") return false;
      if (done.kind === "withdrawn") {
        if (isEdit(done.step)) this.withdrawn.push({ step: done.step, undone: undoneCount(done.work) });
        this.tell({ kind: "reconsidered", as: kind, what: done.step.label });
      } else if (this.snapshot.isStalled) this.tell({ kind: "postponed", as: kind, what: done.step.label });
      this.put(done.work);
      this.abortReading();
      this.pump();
      return true;
    });
  }

  /** Once what was typed so far is stored or refused; or waits, as it cannot be sent now. */
  async settled(): Promise<void> {
    while (this.running && this.snapshot.away === null) await this.running;
  }

  /** Whether leaving the page for good would lose something. */
  isEmpty(): boolean {
    return this.snapshot.steps.length === 0 && this.snapshot.held.length === 0;
  }

  private bringWithdrawnBack(): boolean {
    const last = this.withdrawn.at(-1);
    if (!last || last.undone !== undoneCount(this.snapshot)) return false;
    this.withdrawn.pop();
    const { step } = last;
    if ("kind" in step) this.put(addEdit(this.snapshot, step));
    else this.takeStored(step.held, step.label);
    this.tell({ kind: "reconsidered", as: "redo", what: step.label });
    this.pump();
    return true;
  }

  private bringTakenBack(): boolean {
    const last = latestTaken(this.snapshot.taken, this.snapshot, ownOperations());
    if (!last) return false;
    this.set({ taken: this.snapshot.taken.slice(0, -1) });
    this.put(addHeld(this.snapshot, last.held));
    this.withdrawn.push({ step: last, undone: undoneCount(this.snapshot) });
    this.tell({ kind: "reconsidered", as: "undo", what: last.label });
    return true;
  }

  private pump(): void {
    if (this.running || !this.active || this.snapshot.steps.length === 0) return;
    clearTimeout(this.timer);
    this.running = this.run().finally(() => {
      this.running = null;
      // What came in while the last look was being taken.
      if (this.snapshot.away === null) this.pump();
    });
  }

  private async run(): Promise<void> {
    for (let [step] = this.snapshot.steps; step && this.active; [step] = this.snapshot.steps) {
      const ready = cutHead(this.snapshot, this.words.count);
      this.put(markSent(ready, ready.steps[0] ?? step));
      const [sent] = this.snapshot.steps;
      if (!sent) return;
      const connection = new AbortController();
      this.connection = connection;
      const stall = setTimeout(() => this.set({ isStalled: true }), STALL_MS);
      try {
        await this.carryOut(sent, connection.signal);
      } catch (cause) {
        // Nobody waits for a block that was let go of while it was read.
        if (sent.kind === "block" && !this.has(sent)) continue;
        const error = connection.signal.aborted ? unreachable() : asCommandError(cause);
        noteRefusal(error);
        if (LATER.has(error.code)) return this.waitForProgram(error);
        this.giveUp(sent, error);
      } finally {
        clearTimeout(stall);
      }
      this.failures = 0;
      this.set({ away: null, isStalled: false, nextAt: null });
      if (this.snapshot.steps.length === 0 || Date.now() - this.refreshed > REFRESH_MS) await this.refresh();
    }
  }

  private carryOut(step: Step, signal: AbortSignal): Promise<void> {
    if (step.kind === "block") return this.read(step, signal);
    return step.kind === "write" ? this.send(step, signal) : this.sendTakeBack(step, signal);
  }

  private async read(block: Block, signal: AbortSignal): Promise<void> {
    this.reading = block;
    try {
      const rows = await readBlock(block, signal);
      if (!this.has(block)) return;
      const { work, leftOutCount, undecidedCount, refused } = fillBlock(this.snapshot, block, rows, {
        language: this.words.language(),
        count: this.words.count,
        describe: (problem) => this.sheet?.describe(problem) ?? this.words.other(),
      });
      this.put(work);
      if (leftOutCount + undecidedCount > 0)
        this.tell({ kind: "leftOut", count: leftOutCount, undecided: undecidedCount });
      const of = block.cells.length + block.rest.length;
      if (refused.length > 0) this.tell({ kind: "refused", cells: refused, of });
    } catch (cause) {
      if (!(cause instanceof OrderChanged)) throw cause;
      if (!this.has(block)) return;
      this.drop(block);
      this.tell({ kind: "orderChanged" });
      await (this.sheet ? this.sheet.relist() : invalidateTags(this.client, invalidatedTags("editCells")));
    } finally {
      this.reading = null;
    }
  }

  /** A block that is no step any more is not read on. */
  private abortReading(): void {
    if (this.reading && !this.has(this.reading)) this.connection.abort();
  }

  /** It may have been let go of meanwhile. */
  private has({ operationId }: Step): boolean {
    return this.snapshot.steps.some((step) => step.operationId === operationId);
  }

  private async send(write: Write, signal: AbortSignal): Promise<void> {
    const answer = await call("editCells", requestOf(write, this.catalog), signal);
    // What a form or a bulk change of this tab wrote is no other person's.
    const { done, undone } = ownOperations();
    const before = addOwn(
      this.snapshot,
      [...done, ...undone].map(({ id }) => id),
    );
    const stored = storedCells(write, answer);
    const label = write.act ? this.words.count(write.act, stored.length) : write.label;
    if (answer.operationId !== null) noteOperation({ id: answer.operationId, label });
    patchStored(this.client, stored, answer);
    for (const { column } of stored) this.stored.add(column);
    // A person may have let go of it meanwhile, or of some of its cells.
    const left = this.snapshot.steps.find(({ operationId }) => operationId === write.operationId);
    if (left?.kind !== "write") return;
    const { work, refused } = settleWrite(before, left, answer, this.words.other());
    this.put(work);
    if (refused.length > 0) this.tell({ kind: "refused", cells: refused, of: write.cells.length });
  }

  private async sendTakeBack(step: TakeBack, signal: AbortSignal): Promise<void> {
    const { target: id, operationId, label } = step;
    const undone = await call("undoOperation", { id, scope: "mine", operationId }, signal);
    const by = undone.operationId === null ? null : { id: undone.operationId, label };
    (step.kind === "undo" ? noteUndone : noteRedone)(id, by);
    this.drop(step);
    if (by) this.put(addOwn(this.snapshot, [by.id]));
    await invalidateTags(this.client, invalidatedTags("undoOperation"));
    this.tell({ kind: "takenBack", step, undone });
  }

  private giveUp(step: Step, error: CommandError): void {
    if (step.kind === "block") {
      this.put(fillKnown(this.snapshot, step, this.words.count));
      return this.tell({ kind: "unread", count: step.rest.length, error });
    }
    this.drop(step);
    if (step.kind === "write") {
      const held = step.cells.map((cell) => ({ ...cell, state: "wrong" as const, message: error.message }));
      this.put(addHeld(this.snapshot, held));
      this.tell({ kind: "refused", cells: held, of: held.length });
    } else (step.kind === "undo" ? noteUndone : noteRedone)(step.target, null);
    this.tell({ kind: "failed", error });
  }

  private waitForProgram(error: CommandError): void {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.pause(error, Date.now() + wait);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pump(), wait);
  }

  private pause(away: CommandError, nextAt: number | null): void {
    this.set({ away, isStalled: true, nextAt });
  }

  private async refresh(): Promise<void> {
    if (this.stored.size === 0) return;
    const columns = [...this.stored];
    this.stored.clear();
    this.refreshed = Date.now();
    if (this.sheet) await this.sheet.refresh(columns);
    else await invalidateTags(this.client, invalidatedTags("editCells"));
  }

  private drop(step: Step): void {
    const steps = this.snapshot.steps.filter(({ operationId }) => operationId !== step.operationId);
    this.put({ ...this.snapshot, steps });
  }

  private put({ steps, held, own }: Work): void {
    this.set({ steps, held, own, kept: storeWork(this.catalog, { steps, held, own }) });
  }

  private set(part: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...part };
    for (const listener of this.listeners) listener();
  }

  private tell(news: News): void {
    if (this.hearer) this.hearer(news);
    else this.unheard.push(news);
  }
}

/** How much there will be to bring back: what was withdrawn at that depth comes before the rest. */
function undoneCount(work: Work): number {
  return ownOperations().undone.length + work.steps.filter(({ kind }) => kind === "undo").length;
}

/** Items that are there, as they were read for a page. */
function itemsIn(query: QueryCacheNotifyEvent["query"]): Item[] {
  const [command] = query.queryKey as readonly unknown[];
  const { data } = query.state as { data: unknown };
  if (command === "getItem") return [data as Item];
  if (command !== "grid") return [];
  return (data as Data<"grid">).rows.flatMap(({ item, deleted }) => (deleted ? [] : [item]));
}

/** The item that was looked for and is there no more. */
function missingItem(query: QueryCacheNotifyEvent["query"], error: unknown) {
  const [command, , request] = query.queryKey as readonly unknown[];
  if (command !== "getItem" || !(error instanceof CommandError) || error.code !== "not_found") return null;
  return { id: (request as Req<"getItem">).id, message: error.message };
}

function unreachable(): CommandError {
  return new CommandError(clientError("unreachable"));
}

function asCommandError(cause: unknown): CommandError {
  if (cause instanceof CommandError) return cause;
  return new CommandError({ code: "internal", message: String(cause), details: null });
}
