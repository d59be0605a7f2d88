/** What a mark such as `[1]` in a text stands for, and what happens when it is pressed. */
import { createContext } from "react";

export type Citations = {
  /** What the source of a mark is called; a mark that is not here stays plain text. */
  titles: ReadonlyMap<number, string>;
  /** The mark whose source is being looked at. */
  active: number | null;
  onCite: (mark: number) => void;
};

export const NO_CITATIONS: Citations = { titles: new Map(), active: null, onCite: () => undefined };
export const CitationContext = createContext<Citations>(NO_CITATIONS);

/** A passage to be read with caution: the sentence as it stands in the text, and why. */
export type Remark = { sentence: string; why: string };
export const RemarkContext = createContext<readonly Remark[]>([]);
