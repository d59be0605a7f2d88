/** Long texts side by side are cut where they differ: two equal beginnings tell nothing. */

/** What stands before the first difference, so that one sees where it is. Characters. */
const LEAD = 24;

type CutTexts<T> = { -readonly [K in keyof T]: string };

/** Each text in at most about `most` characters, all from the same place on. */
export function cutAlike<const T extends readonly string[]>(texts: T, most: number): CutTexts<T> {
  const from = texts.every(({ length }) => length <= most) ? 0 : leadIn(texts, most);
  return texts.map((text) => piece(text, from, most)) as unknown as CutTexts<T>;
}

function leadIn(texts: readonly string[], most: number): number {
  const [first = "", ...others] = texts;
  let same = 0;
  while (same < first.length && others.every((text) => text[same] === first[same])) same += 1;
  // What differs is in sight anyway.
  if (same < most - LEAD) return 0;
  const from = same - LEAD;
  const blank = first.slice(from, same).indexOf(" ");
  return blank < 0 ? from : from + blank + 1;
}

function piece(text: string, from: number, most: number): string {
  const begin = isInside(text, from) ? from - 1 : from;
  const end = isInside(text, begin + most) ? begin + most - 1 : begin + most;
  const cut = text.slice(begin, end);
  return `${begin > 0 && text.length > 0 ? "…" : ""}${cut}${end < text.length ? "…" : ""}`;
}

/** Whether a cut there would halve a character of two units. */
function isInside(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
