/** Undo and redo: of what is stored as steps of their own, of what was not sent yet by not sending it. */
import { ownOperations, whenWritten, type OwnOperation } from "../../shared/ownOperations";
import type { QueueState } from "./QueueState";
import { addTaken, latestTaken, newTaken, type TakenCells } from "./work/taken";
import { takeBack } from "./work/stacks";
import {
  addEdit,
  addHeld,
  dropHeld,
  isEdit,
  type Block,
  type TakeBack,
  type Work,
  type Write,
} from "./work/work";

export class Reconsideration {
  /** What was taken back before it was sent, with how much was undone then. */
  private withdrawn: { step: Write | Block | TakenCells; undone: number }[] = [];

  /** `goOn` is called where steps were added or let go of. */
  constructor(
    private readonly state: QueueState,
    private readonly goOn: () => void,
  ) {}

  /** Something new is done: what was withdrawn before comes back no more. */
  forget(): void {
    this.withdrawn = [];
  }

  /** Lets go of what waits for a person in these cells, called `label`: an undo brings it back. */
  takeStored(cells: readonly { id: string; column: string }[], label: string): void {
    const { state } = this;
    const taken = newTaken(state.get(), cells, label, ownOperations());
    if (!taken) return;
    state.put(dropHeld(state.get(), cells));
    state.set({ taken: addTaken(state.get().taken, taken) });
    if (taken.held.some((cell) => cell.state === "conflict")) state.tell({ kind: "taken", what: label });
  }

  /** Takes the latest thing back, or brings it back; false where there is nothing. */
  takeBack(kind: "undo" | "redo"): Promise<boolean> {
    // A form may be saving: what it stores is the latest thing then.
    return whenWritten(() => {
      if (kind === "redo" && this.bringWithdrawnBack()) return true;
      if (kind === "undo" && this.bringTakenBack()) return true;
      const { state } = this;
      const done = takeBack(state.get(), kind, ownOperations(), crypto.randomUUID());
      if (done.kind === "nothing") return false;
      if (done.kind === "withdrawn") {
        if (isEdit(done.step)) this.withdrawn.push({ step: done.step, undone: countUndone(done.work) });
        state.tell({ kind: "reconsidered", as: kind, what: done.step.label });
      } else if (state.get().isStalled) state.tell({ kind: "postponed", as: kind, what: done.step.label });
      state.put(done.work);
      this.goOn();
      return true;
    });
  }

  /** Takes a stored operation back, and nothing that was done before or since. */
  takeOperationBack({ id, label }: OwnOperation): Promise<void> {
    return whenWritten(() => {
      const { state } = this;
      const operationId = crypto.randomUUID();
      const step: TakeBack = { kind: "undo", operationId, label, sent: false, target: id };
      if (state.get().isStalled) state.tell({ kind: "postponed", as: "undo", what: label });
      state.put({ ...state.get(), steps: [...state.get().steps, step] });
      this.goOn();
    });
  }

  private bringWithdrawnBack(): boolean {
    const { state } = this;
    const last = this.withdrawn.at(-1);
    if (!last || last.undone !== countUndone(state.get())) return false;
    this.withdrawn.pop();
    const { step } = last;
    if ("kind" in step) state.put(addEdit(state.get(), step));
    else this.takeStored(step.held, step.label);
    state.tell({ kind: "reconsidered", as: "redo", what: step.label });
    this.goOn();
    return true;
  }

  private bringTakenBack(): boolean {
    const { state } = this;
    const last = latestTaken(state.get().taken, state.get(), ownOperations());
    if (!last) return false;
    state.set({ taken: state.get().taken.slice(0, -1) });
    state.put(addHeld(state.get(), last.held));
    this.withdrawn.push({ step: last, undone: countUndone(state.get()) });
    state.tell({ kind: "reconsidered", as: "undo", what: last.label });
    return true;
  }
}

/** How much there will be to bring back: what was withdrawn at that depth comes before the rest. */
function countUndone(work: Work): number {
  return ownOperations().undone.length + work.steps.filter(({ kind }) => kind === "undo").length;
}
