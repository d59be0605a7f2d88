/** Where the form stands: what is around it and how one gets from it to another. */
export type EditorPlace = {
  /** Covers the grid, instead of standing beside it. */
  covering: boolean;
  /** Whether there is room for both, so that one may choose. */
  canCover: boolean;
  setCovering: (covering: boolean) => void;
  /** Each new item begun is a form of its own, and keeps it as it is stored. */
  formKey: string;
  /** The item before (-1) or after (1) `id` in the order of the grid; null where there is none. */
  neighbour: (id: string, by: 1 | -1) => Promise<string | null>;
  /** The item is new, or was a moment ago: what comes next is another new one. */
  inSeries: boolean;
  /** Opens another item, or `new`. */
  open: (id: string) => void;
  /** Opens an item that was a new one until it was stored. */
  openStored: (id: string) => void;
  close: () => void;
};
