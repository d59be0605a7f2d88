/**
 * Lists in one line of text. Between programs they are spelled as the import reads them (`split_tags` of the domain);
 * a person types and reads a value that holds a separator in quotes, as in CSV.
 */

/** Between `;` or `|` where there is one, else between commas; `2,4-D` is one word, and so is what is in quotes. */
export function splitList(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) {
    const list = jsonList(trimmed);
    if (list) return list;
  }
  const parts = cutAt(MARKS, trimmed);
  return (parts.length > 1 ? parts : cutAt(COMMAS, trimmed)).filter((part) => part !== "");
}

/** How a field takes a list that is typed or pasted. A comma typed is not the end of a word yet: `2,4-D` is one. */
export const LIST_TYPING = { separate: splitList, splitChars: [";", "|", "\n"] };

/** For a field in which the list is typed: `splitList` reads it back. */
export function quoteList(values: readonly string[]): string {
  return values.map((value) => (isPlain(value) ? value : `"${value.replaceAll('"', '""')}"`)).join("; ");
}

/** For the program and for other programs: `a; b`, or a JSON list where a value holds a separator. */
export function spellList(values: readonly string[]): string {
  const plain = values.every(
    (value) => !/[;|,]/.test(value) && !/^["[]/.test(value) && value.trim() === value,
  );
  return plain ? values.join("; ") : JSON.stringify(values);
}

/** For reading alone: between `;`, a value that holds one itself in quotes. */
export function formatList(values: readonly string[]): string {
  return values.map((value) => (/[;|]/.test(value) ? `“${value}”` : value)).join("; ");
}

const MARKS = /[;|]/g;
const COMMAS = /(?<!\d),|,(?!\d)/g;
const QUOTED = /\s*"((?:[^"]|"")*)"\s*/y;

/** What is in quotes is not cut; where more stands beside the quotes they are part of the text. */
function cutAt(mark: RegExp, text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from <= text.length;) {
    QUOTED.lastIndex = from;
    const quoted = QUOTED.exec(text);
    const inner = quoted?.[1] ?? "";
    const uncut = quoted ? QUOTED.lastIndex : from;
    mark.lastIndex = uncut;
    const end = mark.exec(text)?.index ?? text.length;
    const isWhole = quoted !== null && uncut === end;
    parts.push(isWhole ? inner.replaceAll('""', '"') : text.slice(from, end).trim());
    from = end + 1;
  }
  return parts;
}

/** Whether a value reads as itself wherever it stands in a list. */
function isPlain(value: string): boolean {
  return cutAt(COMMAS, value).length === 1 && !/[;|]|^["[]/.test(value) && value.trim() === value;
}

function jsonList(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
  } catch {
    return null;
  }
}
