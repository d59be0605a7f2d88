/** What a queue holds at this moment, kept for a reload, and the pages that follow it. Nothing is sent here. */
import type { CommandError } from "../../../../api/command";
import { personState } from "../../../../lib/person";
import type { News } from "./pages";
import type { TakenCells } from "./work/taken";
import type { Step, Work } from "./work/work";
import { readWork, storeWork } from "./work/workStorage";

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

export class QueueState {
  private snapshot: Snapshot;
  private listeners = new Set<() => void>();
  private hearer: ((news: News) => void) | null = null;
  /** What came while there was no hearer. */
  private unheard: News[] = [];
  /** An answer that comes after its person has gone keeps nothing: the next one would find it. */
  private readonly turn = personState().turn;

  constructor(readonly catalog: string) {
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

  tell(news: News): void {
    if (this.hearer) this.hearer(news);
    else this.unheard.push(news);
  }

  put({ steps, held, own }: Work): void {
    const isHere = personState().turn === this.turn;
    this.set({ steps, held, own, kept: isHere && storeWork(this.catalog, { steps, held, own }) });
  }

  set(part: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...part };
    for (const listener of this.listeners) listener();
  }

  drop(step: Step): void {
    const steps = this.snapshot.steps.filter(({ operationId }) => operationId !== step.operationId);
    this.put({ ...this.snapshot, steps });
  }

  /** A step may have been let go of meanwhile. */
  has({ operationId }: Step): boolean {
    return this.snapshot.steps.some((step) => step.operationId === operationId);
  }
}
