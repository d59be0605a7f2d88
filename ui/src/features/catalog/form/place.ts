/** Where the form stands: what is around it and how one gets from it to another. */
export type Arrival = "name" | "files";

export type EditorPlace = {
  /** Covers the grid, instead of standing beside it. */
  covering: boolean;
  /** Whether there is room for both, so that one may choose. */
  canCover: boolean;
  setCovering: (covering: boolean) => void;
  /** Counts new items begun: each is a form of its own. */
  round: number;
  /** The item before (-1) or after (1) `id` in the order of the grid; null where there is none. */
  neighbour: (id: string, by: 1 | -1) => Promise<string | null>;
  /** Where one is at once in the form: at the name, or choosing files to attach. */
  arrival: Arrival;
  /** The item was begun here a moment ago: what comes next is another new one. */
  inSeries: boolean;
  /** Opens another item, or `new`. */
  open: (id: string, arrival?: Arrival) => void;
  /** Opens an item that was a new one until it was stored. */
  openStored: (id: string, arrival?: Arrival) => void;
  close: () => void;
};
