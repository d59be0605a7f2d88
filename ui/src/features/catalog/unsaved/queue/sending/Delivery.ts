/** One step carried out: what is asked of the program for it, and what its answer, or its refusal, leaves. */
import type { QueryClient } from "@tanstack/react-query";
import { call, type CommandError } from "../../../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../../../api/tags";
import { patchStored } from "../../../grid/edits/patching";
import { OrderChanged } from "../../../grid/state/rows/listedRows";
import { noteOperation, noteRedone, noteUndone, ownOperations } from "../../../shared/ownOperations";
import type { QueueWords } from "../pages";
import type { QueueState } from "../QueueState";
import { requestOf, settleWrite, storedCells } from "./settling";
import { addHeld, addOwn, type Block, type Step, type TakeBack, type Write } from "../work/work";
import { fillBlock, fillKnown, readBlock } from "./block";
import type { RowRefresh } from "./RowRefresh";

export class Delivery {
  /** The block whose rows are being read. */
  private reading: Block | null = null;

  constructor(
    private readonly client: QueryClient,
    private readonly state: QueueState,
    private readonly words: QueueWords,
    private readonly rows: RowRefresh,
  ) {}

  /** Rejects where the program does not do it; the step is there still then. */
  carryOut(step: Step, signal: AbortSignal): Promise<void> {
    if (step.kind === "block") return this.read(step, signal);
    return step.kind === "write" ? this.send(step, signal) : this.sendTakeBack(step, signal);
  }

  /** Whether rows are read for a block that is no step any more. */
  isReadingInVain(): boolean {
    return this.reading !== null && !this.state.has(this.reading);
  }

  /** The step is never done: its cells wait for a person. */
  giveUp(step: Step, error: CommandError): void {
    const { state } = this;
    if (step.kind === "block") {
      state.put(fillKnown(state.get(), step, this.words.count));
      return state.tell({ kind: "unread", count: step.rest.length, error });
    }
    state.drop(step);
    if (step.kind === "write") {
      const held = step.cells.map((cell) => ({ ...cell, state: "wrong" as const, message: error.message }));
      state.put(addHeld(state.get(), held));
      state.tell({ kind: "refused", cells: held, of: held.length });
    } else (step.kind === "undo" ? noteUndone : noteRedone)(step.target, null);
    state.tell({ kind: "failed", error });
  }

  private async read(block: Block, signal: AbortSignal): Promise<void> {
    const { state, words } = this;
    this.reading = block;
    try {
      const rows = await readBlock(block, signal);
      if (!state.has(block)) return;
      const { work, leftOutCount, undecidedCount, refused } = fillBlock(state.get(), block, rows, {
        language: words.language(),
        count: words.count,
        describe: (problem) => this.rows.describe(problem) ?? words.other(),
      });
      state.put(work);
      if (leftOutCount + undecidedCount > 0)
        state.tell({ kind: "leftOut", count: leftOutCount, undecided: undecidedCount });
      const of = block.cells.length + block.rest.length;
      if (refused.length > 0) state.tell({ kind: "refused", cells: refused, of });
    } catch (cause) {
      if (!(cause instanceof OrderChanged)) throw cause;
      if (!state.has(block)) return;
      state.drop(block);
      state.tell({ kind: "orderChanged" });
      await this.rows.relist();
    } finally {
      this.reading = null;
    }
  }

  private async send(write: Write, signal: AbortSignal): Promise<void> {
    const { state, words } = this;
    const answer = await call("editCells", requestOf(write, state.catalog), signal);
    // What a form or a bulk change of this tab wrote is no other person's.
    const { done, undone } = ownOperations();
    const before = addOwn(
      state.get(),
      [...done, ...undone].map(({ id }) => id),
    );
    const stored = storedCells(write, answer);
    const label = write.act ? words.count(write.act, stored.length) : write.label;
    if (answer.operationId !== null) noteOperation({ id: answer.operationId, label });
    patchStored(this.client, stored, answer);
    this.rows.noteStored(stored);
    // A person may have let go of it meanwhile, or of some of its cells.
    const left = state.get().steps.find(({ operationId }) => operationId === write.operationId);
    if (left?.kind !== "write") return;
    const { work, refused } = settleWrite(before, left, answer, words.other());
    state.put(work);
    if (refused.length > 0) state.tell({ kind: "refused", cells: refused, of: write.cells.length });
  }

  private async sendTakeBack(step: TakeBack, signal: AbortSignal): Promise<void> {
    const { state } = this;
    const { target: id, operationId, label } = step;
    const undone = await call("undoOperation", { id, scope: "mine", operationId }, signal);
    const by = undone.operationId === null ? null : { id: undone.operationId, label };
    (step.kind === "undo" ? noteUndone : noteRedone)(id, by);
    state.drop(step);
    if (by) state.put(addOwn(state.get(), [by.id]));
    await invalidateTags(this.client, invalidatedTags("undoOperation"));
    state.tell({ kind: "takenBack", step, undone });
  }
}
