/**
 * The part of a growing text that can be shown without flicker: a mark or a link of which only the
 * beginning has arrived waits for its end.
 */
const UNFINISHED =
  /(?:\[\d{0,3}|!?\[[^[\]\n]{0,120}(?:\]\([^()\s]{0,500})?|[*_~`|]{1,3}|\n[-+*#>\d.)\s]{0,6})$/;

/** Longest tail that may be held back; the pattern looks no further. */
const TAIL = 700;

export function settled(text: string): string {
  const from = Math.max(0, text.length - TAIL);
  const tail = text.slice(from).replace(UNFINISHED, "");
  return text.slice(0, from) + tail;
}
