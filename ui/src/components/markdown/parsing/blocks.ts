/**
 * A text cut into its top-level blocks, so that a stream draws only its last block anew. The cut is
 * made by the parser itself; text that only grows is parsed from its last block on.
 */
import { grammar } from "./grammar";

/** A block of the text: `from` is where it begins in it, in UTF-16 units. */
export type Block = { from: number; text: string };

/** What `blocks` was cut from, for the next time. */
export type Cut = { source: string; blocks: readonly Block[] };

export const EMPTY_CUT: Cut = { source: "", blocks: [] };

/** Cuts `source`; where it continues `before`, all blocks but the last stay the very same objects. */
export function cutBlocks(source: string, before: Cut = EMPTY_CUT): Cut {
  if (source === before.source) return before;
  const kept = source.startsWith(before.source) ? before.blocks.slice(0, -1) : [];
  const last = before.blocks[kept.length];
  const from = kept.length > 0 && last ? last.from : 0;
  return { source, blocks: [...kept, ...blocksFrom(source, from)] };
}

/** Takes Markdown's `source` as a single block. */
export function whole(source: string, before: Cut = EMPTY_CUT): Cut {
  if (source === before.source && before.blocks.length === 1) return before;
  return { source, blocks: [{ from: 0, text: source }] };
}

function blocksFrom(source: string, base: number): Block[] {
  const tail = source.slice(base);
  const nodes = grammar.parse(tail).children;
  const starts = nodes.map(({ position }) => lineStart(tail, position?.start.offset ?? 0));
  return starts.map((start, index) => ({
    from: base + start,
    text: tail.slice(start, starts[index + 1] ?? tail.length).trimEnd(),
  }));
}

/** A block begins with its line: blanks before it say how deep the lines below stand. */
function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
