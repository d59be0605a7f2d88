/**
 * Cells and what takes them back on their way to the program, apart from any page: one after the other,
 * in the order in which they were done. What the pages do with it stands here; how it is sent, in `sending`.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { Item } from "../../../../api/types";
import { openOperations, type OwnOperation } from "../../shared/ownOperations";
import { quoteList, spellList } from "../../../../shared/catalog/tags";
import { discardCell } from "./work/discard";
import type { News, QueueWords, Sheet } from "./pages";
import { QueueState, type Snapshot } from "./QueueState";
import { followItems, renewItem } from "./readItems";
import { Reconsideration } from "./Reconsideration";
import { Delivery } from "./sending/Delivery";
import { RowRefresh } from "./sending/RowRefresh";
import { Sender } from "./sending/Sender";
import { uniteCell } from "./work/uniteCell";
import {
  addEdit,
  addHeld,
  BY_SELF,
  newBlock,
  newOverwrite,
  newWrites,
  type Act,
  type BlockPart,
  type HeldCell,
  type TypedCell,
  type Work,
} from "./work/work";

export class CellQueue {
  private readonly state: QueueState;
  private readonly rows: RowRefresh;
  private readonly sender: Sender;
  private readonly undos: Reconsideration;
  private endReads: (() => void) | null = null;

  constructor(
    private readonly client: QueryClient,
    readonly catalog: string,
    private readonly words: QueueWords,
  ) {
    this.state = new QueueState(catalog);
    this.rows = new RowRefresh(client);
    const delivery = new Delivery(client, this.state, words, this.rows);
    this.sender = new Sender(this.state, words, delivery, this.rows);
    this.undos = new Reconsideration(this.state, () => {
      this.sender.dropReading();
      this.sender.send();
    });
  }

  get = (): Snapshot => this.state.get();

  subscribe = (listener: () => void): (() => void) => this.state.subscribe(listener);

  /** Tells one hearer at a time; first what came while there was none. */
  hear(hearer: (news: News) => void): () => void {
    return this.state.hear(hearer);
  }

  attend(sheet: Sheet): () => void {
    return this.rows.attend(sheet);
  }

  /** From here on it sends; without, its catalog is not the one that is open. */
  activate(active: boolean): void {
    this.endReads?.();
    this.endReads = active
      ? followItems(this.client, this.state, this.words, () => this.sender.send())
      : null;
    if (active) openOperations(this.catalog);
    this.sender.activate(active);
  }

  /** Tries at once: the program may be there again. */
  wake = (): void => this.sender.wake();

  /** The program was looked for, apart from anything that is sent here. */
  noteReachable(reachable: boolean): void {
    this.sender.noteReachable(reachable);
  }

  /** Once what was typed so far is stored or refused; or waits, as it cannot be sent now. */
  settled(): Promise<void> {
    return this.sender.settled();
  }

  /** Whether leaving the page for good would lose something. */
  isEmpty(): boolean {
    const { steps, held } = this.get();
    return steps.length === 0 && held.length === 0;
  }

  /** A label that counts the cells says by `act` what is done to them. */
  write(label: string, cells: readonly TypedCell[], act?: Act): void {
    if (cells.length === 0) return;
    this.undos.forget();
    this.state.put(newWrites(label, cells, crypto.randomUUID(), act).reduce<Work>(addEdit, this.get()));
    this.sender.send();
  }

  /** Reserves the place of a block whose rows are not all there: what is done from here on comes after it. */
  reserve(part: BlockPart): void {
    this.undos.forget();
    this.state.put(addEdit(this.get(), newBlock(this.get(), part, crypto.randomUUID())));
    this.sender.send();
  }

  hold(held: readonly HeldCell[]): void {
    if (held.length > 0) this.state.put(addHeld(this.get(), held));
  }

  /** Stores what waits for a person as it was typed, over what stands there now. */
  insist(held: HeldCell, label: string): void {
    this.state.put(addEdit(this.get(), newOverwrite(held, crypto.randomUUID(), label)));
    this.sender.send();
  }

  /** Stores what both typed into a list; of other cells it does nothing. */
  unite(held: HeldCell, label: string): void {
    const union = held.state === "conflict" ? uniteCell(held, held.column) : null;
    if (!union) return;
    const { values } = union;
    const value = values.length === 0 ? null : spellList(values);
    const write = newOverwrite(held, crypto.randomUUID(), label, { text: quoteList(values), value });
    this.state.put(addEdit(this.get(), write));
    this.sender.send();
  }

  /** Lets go of what waits for a person in these cells, called `label`: an undo brings it back. */
  takeStored(cells: readonly { id: string; column: string }[], label: string): void {
    this.undos.takeStored(cells, label);
  }

  /** Takes the latest thing back, or brings it back; false where there is nothing. */
  takeBack(kind: "undo" | "redo"): Promise<boolean> {
    return this.undos.takeBack(kind);
  }

  /** Takes a stored operation back, and nothing that was done before or since. */
  takeOperationBack(operation: OwnOperation): Promise<void> {
    return this.undos.takeOperationBack(operation);
  }

  /** A form of this tab stored the item. */
  noteStored(item: Item): void {
    renewItem(this.client, this.state, item, BY_SELF);
  }

  /** Lets go of a cell, whatever it waits for. What is just being sent may be stored all the same. */
  discardCell(cell: { id: string; column: string }): void {
    this.state.put(discardCell(this.get(), cell));
    this.sender.dropReading();
  }

  /** Lets go of everything. What is just being sent may be stored all the same. */
  discard(): void {
    this.undos.forget();
    this.state.set({ taken: [] });
    this.state.put({ ...this.get(), steps: [], held: [] });
    this.sender.dropReading();
  }
}
