/**
 * Text that came from data, made safe to look at and searched for words to highlight. Nothing here
 * makes markup: the result is strings, and `components/DataText` shows them as such.
 */

/** A piece of a text; `hit` where it matched a search term. */
export type Segment = { text: string; hit: boolean };

// Control and format characters do not print, but they can reverse or hide the text around them.
// Line feed and tab are layout; the zero-width joiner holds emoji together.
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const KEPT = new Set(["\n", "\t", "\u200d"]);

export function cleanText(text: string): string {
  return text.replace(INVISIBLE, (character) => (KEPT.has(character) ? character : ""));
}

/** The text as it is, or null where it is blank: what an absent field is sent as. */
export function nullIfBlank(text: string): string | null {
  return text.trim() === "" ? null : text;
}

/** Accents and case folded away, as the search itself compares: `Açúcar` and `acucar` are equal. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether a text has one of the terms in it, as the search compares them. */
export function hasTerm(text: string, terms: readonly string[]): boolean {
  const folded = fold(text);
  return terms.some((term) => folded.includes(fold(term)));
}

/** The texts that have a term before the others, each group in its order. */
export function putMatchingFirst(texts: readonly string[], terms: readonly string[]): string[] {
  return texts.toSorted((a, b) => Number(hasTerm(b, terms)) - Number(hasTerm(a, terms)));
}

/**
 * Cuts `text` into pieces so that every occurrence of a term is a piece of its own. A term is looked
 * for at the start of words; where it has no such place it is marked inside words, since the lexical
 * search matches there too.
 */
export function highlightSegments(text: string, terms: readonly string[]): Segment[] {
  const clean = cleanText(text);
  const index = foldWithOffsets(clean);
  const ranges = mergeRanges(terms.flatMap((term) => occurrences(index.folded, fold(term).trim())));
  const segments: Segment[] = [];
  let position = 0;
  for (const [from, to] of ranges) {
    const start = index.start[from] ?? 0;
    const end = wordEnd(clean, index.end[to - 1] ?? clean.length, start);
    if (start > position) segments.push({ text: clean.slice(position, start), hit: false });
    segments.push({ text: clean.slice(Math.max(start, position), end), hit: true });
    position = end;
  }
  if (position < clean.length) segments.push({ text: clean.slice(position), hit: false });
  return segments;
}

/** Endings no longer than this belong to the word that was found: `fungicida` in `fungicidas`. */
const LONGEST_ENDING = 4;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Where the word ends in which a mark stops, unless the mark begins inside it or covers little of it. */
function wordEnd(text: string, end: number, start: number): number {
  if (start > 0 && LETTER.test(text.charAt(start - 1))) return end;
  let whole = end;
  while (whole < text.length && LETTER.test(text.charAt(whole))) whole += 1;
  return whole - end <= LONGEST_ENDING && end - start > whole - end ? whole : end;
}

/** Markdown in one line as plain text: an excerpt may be cut anywhere, so no grammar would read it. */
export function plainExcerpt(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s?\[\d+\]/g, "")
    .replace(/\*\*|__|~~|`+/g, "")
    .replace(/(^|\s)(?:#{1,6}|>|[-*+]|\|)(?=\s)/g, "$1")
    .replace(/(^|[\s(])[*_](?=\S)|(?<=[^\s\\])[*_](?=[\s.,;:!?)…]|$)/g, "$1")
    .replace(/\\([\\`*_{}[\]()#+.!~$&-])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** The folded text, and for each of its code units the slice of the original it came from. */
type FoldedText = { folded: string; start: number[]; end: number[] };

function foldWithOffsets(text: string): FoldedText {
  let folded = "";
  let offset = 0;
  const start: number[] = [];
  const end: number[] = [];
  for (const character of text) {
    const next = offset + character.length;
    const piece = fold(character);
    for (let unit = 0; unit < piece.length; unit++) {
      start.push(offset);
      end.push(next);
    }
    // A combining mark folds to nothing: it belongs to the letter before it.
    if (piece === "" && end.length > 0) end[end.length - 1] = next;
    folded += piece;
    offset = next;
  }
  return { folded, start, end };
}

type Range = [from: number, to: number];

function occurrences(folded: string, term: string): Range[] {
  if (term.length < 2) return [];
  const all: Range[] = [];
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
    all.push([at, at + term.length]);
  }
  const atWordStart = all.filter(([from]) => from === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(from - 1)));
  return atWordStart.length > 0 ? atWordStart : all;
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
