/**
 * Parsing and formatting of numbers as people type them, by the rules of the import
 * (crates/domain/src/catalog/price.rs): comma or point may separate the decimals; an ambiguous text is refused, never
 * guessed.
 */

export type AmountProblem = "not_a_number" | "out_of_range" | "ambiguous";
/** `readings` lists the possible meanings of an ambiguous text in unambiguous spelling: `1250 | 1.25`. */
type Problem = { problem: AmountProblem; readings?: string };
export type Amount = { value: number } | Problem;

/** Exclusive upper bound of prices. */
const MOST = 1e12;

/** Parses a price: 0 and more, below 10^12, at most four decimals. */
export function readPrice(text: string): Amount {
  const read = readNumber(text);
  if ("problem" in read) return read;
  const decimals = /\.(\d*?)0*$/.exec(read.plain)?.[1] ?? "";
  if (read.value < 0 || read.value >= MOST || decimals.length > 4) return { problem: "out_of_range" };
  return { value: Math.abs(read.value) };
}

/** Parses a number of either sign; `plain` is its text with a decimal point and no other separator. */
export function readNumber(text: string): { value: number; plain: string } | Problem {
  const bare = text.replace(/\s/gu, "").replace(/^R?\$/, "");
  // A currency symbol settles nothing: R$ 1.250 is written for both.
  if (/^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return { problem: "ambiguous", readings: readings(bare) };
  const plain = withDecimalPoint(bare);
  return plain === null ? { problem: "not_a_number" } : plainNumber(plain);
}

/**
 * Whether two texts are the same number, in whichever language they were written: `310,00` and `310.0`. Numbers with
 * more digits than a double holds, and texts that are no number, are compared as texts.
 */
export function isSameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [readNumber(a), readNumber(b)];
  if ("problem" in one || "problem" in other) return false;
  return one.value === other.value && Math.abs(one.value) <= Number.MAX_SAFE_INTEGER;
}

/** Formats a number so that `readNumber` parses it back: three decimals would look like thousands. */
export function spellNumber(value: number, language: string): string {
  const plain = String(value);
  if (plain.includes("e")) return plain;
  const [whole = "", decimals] = plain.split(".");
  if (decimals === undefined) return whole;
  return `${whole}${language === "en" ? "." : ","}${decimals.length === 3 ? `${decimals}0` : decimals}`;
}

/** Formats a price for a field: at least two decimals. */
export function spellPrice(value: number, language: string): string {
  const plain = spellNumber(value, language);
  const decimals = /[.,](\d+)$/.exec(plain)?.[1]?.length ?? 0;
  if (decimals >= 2 || plain.includes("e")) return plain;
  return decimals === 1 ? `${plain}0` : `${plain}${language === "en" ? "." : ","}00`;
}

function readings(bare: string): string {
  const thousands = Number(bare.replace(/[.,]/, ""));
  const decimals = Number(bare.replace(",", "."));
  return [thousands, decimals].map((value) => spellNumber(value, "en")).join(" | ");
}

function plainNumber(plain: string): { value: number; plain: string } | Problem {
  const value = Number(plain);
  return plain !== "" && Number.isFinite(value) ? { value, plain } : { problem: "not_a_number" };
}

function withDecimalPoint(text: string): string | null {
  if (text === "" || text.length > 40) return null;
  if (/^[-+]?\d+(\.\d+)?e[-+]?\d+$/i.test(text)) return text;
  if (!/^[-+]?[\d.,]+$/.test(text)) return null;
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const isDecimal = last >= 0 && text.split(text.charAt(last)).length === 2;
  const whole = withoutThousands(isDecimal ? text.slice(0, last) : text);
  if (whole === null) return null;
  return isDecimal ? `${whole}.${text.slice(last + 1)}` : whole;
}

/** Removes thousands separators: all alike, three digits behind each and one to three before the first. */
function withoutThousands(whole: string): string | null {
  if (/^[-+]?\d*$/.test(whole)) return whole;
  const separator = /[.,]/.exec(whole)?.[0] ?? ".";
  const [first = "", ...groups] = whole.replace(/^[-+]/, "").split(separator);
  const fits = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return fits ? whole.replaceAll(separator, "") : null;
}
