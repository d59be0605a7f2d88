/** What passes between a queue and the pages: what came of a step, its words, and the sheet that is in sight. */
import type { CommandError, Data } from "../../../../api/command";
import type { Lang } from "../../../../lib/language";
import type { Problem as FieldProblem } from "../../../../shared/forms/rules";
import type { Act, HeldCell, TakeBack } from "./work/work";

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
  /** What is said of a cell where no more is known. */
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
