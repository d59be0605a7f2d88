/**
 * Text from outside: sanitizing for display, folding, and search-term highlighting. The functions return strings, never
 * markup; `components/DataText` renders them.
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

/** The text unchanged, or null where it is blank: an absent field is sent as null. */
export function nullIfBlank(text: string): string | null {
  return text.trim() === "" ? null : text;
}

/** Folds accents and case, as the search does: `Açúcar` and `acucar` are equal. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether a text contains one of the terms, by the comparison of the search. */
export function hasTerm(text: string, terms: readonly string[]): boolean {
  const folded = fold(text);
  return terms.some((term) => folded.includes(fold(term)));
}

/** Sorts the texts that contain a term to the front; each group keeps its order. */
export function putMatchingFirst(texts: readonly string[], terms: readonly string[]): string[] {
  return texts.toSorted((a, b) => Number(hasTerm(b, terms)) - Number(hasTerm(a, terms)));
}

/**
 * Splits `text` so that every occurrence of a term is a piece of its own. Terms match at the start of words; a term
 * without such a match is marked inside words, as the lexical search matches there too.
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

/** End of the word in which a mark ends, except where the mark begins inside the word or covers little of it. */
function wordEnd(text: string, end: number, start: number): number {
  if (start > 0 && LETTER.test(text.charAt(start - 1))) return end;
  let whole = end;
  while (whole < text.length && LETTER.test(text.charAt(whole))) whole += 1;
  return whole - end <= LONGEST_ENDING && end - start > whole - end ? whole : end;
}

/** Markdown as plain text in one line: an excerpt may be cut anywhere, so no parser could read it. */
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
