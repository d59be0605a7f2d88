/** Lists in one line of text, spelled and read as the import does (crates/app import/reader/tags.rs). */

/** Between `;` or `|` where there is one, else between commas; `2,4-D` is one word. */
export function splitList(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) {
    const list = jsonList(trimmed);
    if (list) return list;
  }
  const parts = /[;|]/.test(trimmed) ? trimmed.split(/[;|]/) : trimmed.split(/(?<!\d),|,(?!\d)/);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

export function spellList(values: readonly string[]): string {
  const plain = values.every(
    (value) => !/[;|,]/.test(value) && !value.startsWith("[") && value.trim() === value,
  );
  return plain ? values.join("; ") : JSON.stringify(values);
}

/** For reading alone: between `;`, a value that holds one itself in quotes. */
export function formatList(values: readonly string[]): string {
  return values.map((value) => (/[;|]/.test(value) ? `“${value}”` : value)).join("; ");
}

function jsonList(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
  } catch {
    return null;
  }
}
