/**
 * Steps on their way to the program, one after the other. While the program is away they wait and are sent
 * again by themselves, each under the id it had, so that one whose answer was lost is done once.
 */
import { asCommandError, type CommandError } from "../../../../../api/command";
import type { QueueWords } from "../pages";
import type { QueueState } from "../QueueState";
import { markSent } from "../work/work";
import type { Delivery } from "./Delivery";
import { isPassing, unreachable } from "./failures";
import { cutHead } from "./pieces";
import type { RowRefresh } from "./RowRefresh";

/** Until the first attempt after one that failed, and between two later ones at most. Milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** A step without an answer for so long counts as one that waits. Milliseconds. */
const STALL_MS = 2_000;

export class Sender {
  private running: Promise<void> | null = null;
  private active = false;
  private failures = 0;
  /** What is being sent can be let go of: a line that broke without a word is not waited for. */
  private connection = new AbortController();
  private lost = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly state: QueueState,
    private readonly words: QueueWords,
    private readonly delivery: Delivery,
    private readonly rows: RowRefresh,
  ) {}

  /** From here on it sends, or sends no more. */
  activate(active: boolean): void {
    this.active = active;
    if (active) this.wake();
    else clearTimeout(this.timer);
  }

  /** Tries at once: the program may be there again. */
  wake(): void {
    clearTimeout(this.timer);
    this.failures = 0;
    this.send();
  }

  /** The program was looked for, apart from anything that is sent here. */
  noteReachable(reachable: boolean): void {
    if (!reachable) {
      this.lost = true;
      const { steps, away } = this.state.get();
      if (steps.length > 0 && away === null) this.pause(unreachable(), null);
    } else if (this.lost) {
      this.lost = false;
      this.connection.abort();
      this.wake();
    }
  }

  /** A block that is no step any more is not read on. */
  dropReading(): void {
    if (this.delivery.isReadingInVain()) this.connection.abort();
  }

  /** Sends what waits, unless that is being done. */
  send(): void {
    if (this.running || !this.active || this.state.get().steps.length === 0) return;
    clearTimeout(this.timer);
    this.running = this.run().finally(() => {
      this.running = null;
      // What came in while the last look was being taken.
      if (this.state.get().away === null) this.send();
    });
  }

  /** Once what was typed so far is stored or refused; or waits, as it cannot be sent now. */
  async settled(): Promise<void> {
    while (this.running && this.state.get().away === null) await this.running;
  }

  private async run(): Promise<void> {
    const { state, delivery } = this;
    for (let [step] = state.get().steps; step && this.active; [step] = state.get().steps) {
      const ready = cutHead(state.get(), this.words.count);
      state.put(markSent(ready, ready.steps[0] ?? step));
      const [sent] = state.get().steps;
      if (!sent) return;
      const connection = new AbortController();
      this.connection = connection;
      const stall = setTimeout(() => state.set({ isStalled: true }), STALL_MS);
      try {
        await delivery.carryOut(sent, connection.signal);
      } catch (cause) {
        // No page waits for a block that was let go of while it was read.
        if (sent.kind === "block" && !state.has(sent)) continue;
        const error = connection.signal.aborted ? unreachable() : asCommandError(cause);
        if (isPassing(error)) return this.waitForProgram(error);
        delivery.giveUp(sent, error);
      } finally {
        clearTimeout(stall);
      }
      this.failures = 0;
      state.set({ away: null, isStalled: false, nextAt: null });
      if (state.get().steps.length === 0 || this.rows.isDue()) await this.rows.refresh();
    }
  }

  private waitForProgram(error: CommandError): void {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    this.failures += 1;
    this.pause(error, Date.now() + wait);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), wait);
  }

  private pause(away: CommandError, nextAt: number | null): void {
    this.state.set({ away, isStalled: true, nextAt });
  }
}
