/**
 * A growing text as it can be shown without flicker: a mark or a link of which only the beginning has
 * arrived waits for its end, and emphasis that is open is closed for the moment.
 */
const UNFINISHED =
  /(?:\[\d{0,3}|!?\[[^[\]\n]{0,120}(?:\]\([^()\s]{0,500})?|[*_~`|]{1,3}|\n[-+*#>\d.)\s]{0,6})$/;

/** Longest tail that may be held back; the pattern looks no further. */
const TAIL = 700;

export function settleMarkdown(text: string): string {
  const from = Math.max(0, text.length - TAIL);
  return closeMarks(text.slice(0, from) + text.slice(from).replace(UNFINISHED, ""));
}

/** Closes `**` and `` ` `` that the last line has opened; within a fence they are only characters. */
function closeMarks(text: string): string {
  if (count(text, /^\s{0,3}(?:```|~~~)/gm) % 2 === 1) return text;
  const line = text.slice(text.lastIndexOf("\n") + 1);
  if (count(line, /`/g) % 2 === 1) return `${text}\``;
  if (count(line, /\*\*/g) % 2 === 1) return `${text.trimEnd()}**`;
  return text;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
