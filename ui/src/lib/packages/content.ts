/**
 * How much a package holds, read from its label, and what one unit of that costs: as the program reads it
 * (crates/domain/src/catalog/package_content.rs). Words of units and numbers stand in a file that both read, and so
 * do the labels by which both are tested. Amounts are whole numbers of decimals, never binary fractions.
 */
import words from "../../../../crates/domain/data/package_units.json";
import { readNumber } from "../amount";
import { fold } from "../text/text";

export type PackageUnit = keyof typeof words.units;
/** A unit by which prices are compared. */
export type BaseUnit = "litre" | "kilogram" | "thousandSeeds" | "piece";

/** `digits` × 10^-`scale`. */
type Decimal = { digits: bigint; scale: number };
export type PackageContent = { amount: Decimal; unit: PackageUnit };
/** The price of one base unit, in cents; half a cent counts as one. */
export type UnitPrice = { cents: number; base: BaseUnit };

/** What of a package its price by the unit follows from. */
export type LabelledPrice = { label: string; price?: number | null };
type OfferedPackage = LabelledPrice & { status?: string };
type ReadContent = { content: PackageContent | null; end: number };

const UNITS = new Map(
  (Object.entries(words.units) as [PackageUnit, string][]).flatMap(([unit, names]) =>
    names.split(" ").map((name) => [name, unit] as const),
  ),
);
const CONTAINERS = new Set(words.containers.split(" "));
const BETWEEN = new Set(words.between.split(" "));
/** Numbers in words, and how they are written in digits. */
const NUMBERS = new Map(
  Object.entries(words.numbers).flatMap(([digits, names]) =>
    names.split(" ").map((name) => [name, digits] as const),
  ),
);
/** Words that multiply the number before them. */
const THOUSANDS = new Set(words.thousands.split(" "));
/** Words of numbers that are not read. */
const UNREAD = new Set(words.unread.split(" "));
/** `1.250`, `1,000`: of what is measured nothing says whether they are thousands or decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** The base unit of a unit, and how many decimals further it is written in that. */
const BASES: Record<PackageUnit, [BaseUnit, number]> = {
  l: ["litre", 0],
  ml: ["litre", 3],
  kg: ["kilogram", 0],
  g: ["kilogram", 3],
  t: ["kilogram", -3],
  seeds: ["thousandSeeds", 3],
  un: ["piece", 0],
};

const MOST = 1_000_000_000n;
const MOST_PARTS = 10_000n;
const MOST_DIGITS = 15;
/** Prices have so many decimals. */
const PRICE_SCALE = 4;

/**
 * Reads the content of a package from its label. Null where a label says no amount, says more than one, or
 * one that may be read in two ways.
 */
export function readContent(label: string): PackageContent | null {
  const tokens = tokensOf(label);
  if (tokens.some((token) => UNREAD.has(token))) return null;
  if (!tokens.some(isNumber)) return ofBareUnit(tokens);
  let found: PackageContent | null = null;
  let at = 0;
  while (at < tokens.length) {
    if (!isNumber(tokens[at])) {
      at += 1;
      continue;
    }
    const read = readAmount(tokens, at);
    if (!read) return null;
    at = read.end;
    if (!read.content) continue;
    if (found && !isSameContent(found, read.content)) return null;
    found ??= read.content;
  }
  return found;
}

/** What a measured amount of the label may mean, `1250 | 1.25`; null where it means one thing, or nothing. */
export function ambiguousAmount(label: string): string | null {
  const tokens = tokensOf(label);
  const at = tokens.findIndex((token, place) => {
    const unit = unitAt(tokens, place + 1);
    return AMBIGUOUS.test(token) && unit !== null && !isCounted(unit);
  });
  const read = readNumber(tokens[at] ?? "");
  return "readings" in read ? (read.readings ?? null) : null;
}

/**
 * Computes the unit price of a package. Null where a price, or what the package holds, is not known, or a
 * unit costs less than half a cent.
 */
export function unitPrice({ label, price }: LabelledPrice): UnitPrice | null {
  if (price === null || price === undefined) return null;
  const content = readContent(label);
  if (!content) return null;
  const { base, amount } = inBase(content);
  const priced = BigInt(Math.round(price * 10 ** PRICE_SCALE));
  // Cents of one unit: priced / 10^4 × 100 / amount.
  const above = priced * 100n * 10n ** BigInt(Math.max(amount.scale, 0));
  const below = 10n ** BigInt(PRICE_SCALE) * amount.digits * 10n ** BigInt(Math.max(-amount.scale, 0));
  const cents = Number((2n * above + below) / (2n * below));
  return cents === 0 ? null : { cents, base };
}

/** Writes the content of a package as people write numbers, with a point. */
export function amountText({ digits, scale }: Decimal): string {
  if (scale <= 0) return (digits * 10n ** BigInt(-scale)).toString();
  const text = digits.toString().padStart(scale + 1, "0");
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`.replace(/\.?0+$/, "");
}

/**
 * The places of the packages with the lowest unit price, where that can be said: every package on sale that has
 * a price has one by the same unit, and one costs more than another.
 */
export function cheapestPlaces(packages: readonly OfferedPackage[]): Set<number> {
  const units = listComparable(packages);
  const least = Math.min(...units.map(({ cents }) => cents));
  const lowest = units.filter(({ cents }) => cents === least);
  return new Set(lowest.length === units.length ? [] : lowest.map(({ at }) => at));
}

/** The lowest of the unit prices, where all packages on sale that have a price can be compared. */
export function lowestUnitPrice(packages: readonly OfferedPackage[]): UnitPrice | null {
  const [lowest] = listComparable(packages).toSorted((a, b) => a.cents - b.cents);
  return lowest ? { cents: lowest.cents, base: lowest.base } : null;
}

/** Unit prices with the places of their packages; none where one of them is unknown or by another unit. */
function listComparable(packages: readonly OfferedPackage[]): ({ at: number } & UnitPrice)[] {
  const priced = packages.flatMap((one, at) =>
    one.status !== "inativo" && one.price !== null && one.price !== undefined
      ? [{ at, unit: unitPrice(one) }]
      : [],
  );
  const units = priced.flatMap(({ at, unit }) => (unit ? [{ at, ...unit }] : []));
  const bases = new Set(units.map(({ base }) => base));
  return units.length === priced.length && bases.size === 1 ? units : [];
}

/** What the packages on sale cost, as far as that is known. */
export function pricesOnSale(packages: readonly OfferedPackage[]): number[] {
  const onSale = packages.filter(({ status }) => status !== "inativo");
  return onSale.flatMap(({ price }) => (price === null || price === undefined ? [] : [price]));
}

function inBase({ amount, unit }: PackageContent): { base: BaseUnit; amount: Decimal } {
  const [base, further] = BASES[unit];
  return { base, amount: { digits: amount.digits, scale: amount.scale + further } };
}

function isSameContent(a: PackageContent, b: PackageContent): boolean {
  const [one, other] = [inBase(a), inBase(b)];
  const scale = Math.max(one.amount.scale, other.amount.scale);
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  return one.base === other.base && at(one.amount) === at(other.amount);
}

/** Numbers keep their signs (`1.000`, `0,5`); those in words are numbers too. */
function tokensOf(label: string): string[] {
  const found = fold(label)
    .replace(/\s+/gu, " ")
    .replaceAll("×", "x")
    .match(/[0-9](?:[0-9.,]*[0-9])?|\p{Alphabetic}+|[^ ]/gu);
  const tokens: string[] = [];
  for (const token of found ?? []) {
    // `mil` behind a number multiplies it.
    const multiplies = isNumber(tokens.at(-1)) && THOUSANDS.has(token);
    tokens.push((multiplies ? null : NUMBERS.get(token)) ?? token);
  }
  return tokens;
}

/** `litro`, `tonelada`: one of it. `sem` without a number is `without`, and a letter is no unit. */
function ofBareUnit(tokens: readonly string[]): PackageContent | null {
  if (tokens.some((token) => /^\p{N}$/u.test(token))) return null;
  const units = tokens.flatMap((token) => (token.length > 1 ? (UNITS.get(token) ?? []) : []));
  const [unit] = units;
  if (unit === undefined || unit === "seeds" || units.length > 1) return null;
  return { amount: { digits: 1n, scale: 0 }, unit };
}

/** The amount whose number stands at `at`; no content where it is a concentration (`480 g/L`). */
function readAmount(tokens: readonly string[], at: number): ReadContent | null {
  let [number, next, parts] = [at, at + 1, 1n];
  for (let further = heldNumber(tokens, next); further !== null; further = heldNumber(tokens, next)) {
    const count = readParts(tokens[number]);
    if (count === null) return null;
    parts *= count;
    [number, next] = [further, further + 1];
  }
  const byThousands = THOUSANDS.has(tokens[next] ?? "");
  if (byThousands) next += 1;
  const known = unitAt(tokens, next);
  if (known) next += 1;
  // `saco 60 mil`: of seeds, which are what is counted by thousands.
  const unit = known ?? (byThousands ? "seeds" : null);
  if (!unit) return null;
  if (tokens[next] === "/") {
    const of = tokens[next + 1];
    if (!isWord(of)) return null;
    if (!CONTAINERS.has(of)) return { content: null, end: next + 2 };
  }
  const one = readDecimal(tokens[number], isCounted(unit));
  if (!one) return null;
  const digits = one.digits * parts * (byThousands ? 1000n : 1n);
  if (digits <= 0n || digits > MOST * 10n ** BigInt(one.scale)) return null;
  return { content: { amount: { digits, scale: one.scale }, unit }, end: next };
}

/** Whether the package's unit is counted, in whole numbers alone. */
function isCounted(unit: PackageUnit): boolean {
  return unit === "seeds" || unit === "un";
}

/** Unit of a package that stands at a word of its label; `250 sem cheiro` has none. */
function unitAt(tokens: readonly string[], at: number): PackageUnit | null {
  const word = tokens[at];
  if (word === undefined || (word === "sem" && isWord(tokens[at + 1]))) return null;
  return UNITS.get(word) ?? null;
}

/** Where the number stands that each of several parts holds: behind `x`, or behind `frascos de`. */
function heldNumber(tokens: readonly string[], at: number): number | null {
  const word = tokens[at];
  let next = at + 1;
  if (word !== "x" && word !== "*") {
    if (word === undefined || !CONTAINERS.has(word)) return null;
    if (BETWEEN.has(tokens[next] ?? "")) next += tokens[next + 1] === "/" ? 2 : 1;
  }
  return isNumber(tokens[next]) ? next : null;
}

function readParts(token: string | undefined): bigint | null {
  const read = readDecimal(token, true);
  if (!read) return null;
  const one = 10n ** BigInt(read.scale);
  const parts = read.digits / one;
  return read.digits % one === 0n && parts >= 1n && parts <= MOST_PARTS ? parts : null;
}

/**
 * `0,5` and `0.5` are halves. What is counted is whole, so that its point and its comma separate thousands; of what is
 * measured, `1.000` is not read.
 */
function readDecimal(token: string | undefined, whole: boolean): Decimal | null {
  if (token === undefined || token.length > MOST_DIGITS) return null;
  if (!whole && AMBIGUOUS.test(token)) return null;
  const plain = withDecimalPoint(token, whole);
  const [, before = "", after = ""] = /^(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  return before === "" ? null : { digits: BigInt(before + after), scale: after.length };
}

function withDecimalPoint(number: string, whole: boolean): string {
  const [point, comma] = [number.lastIndexOf("."), number.lastIndexOf(",")];
  if (point >= 0 && comma >= 0) {
    const [decimal, other] = comma > point ? [",", "."] : [".", ","];
    return number.replaceAll(other, "").replaceAll(decimal, ".");
  }
  if (/^[1-9]\d{0,2}(\.\d{3})+$/.test(number)) return number.replaceAll(".", "");
  if (whole && /^[1-9]\d{0,2}(,\d{3})+$/.test(number)) return number.replaceAll(",", "");
  return number.replaceAll(",", ".");
}

function isNumber(token: string | undefined): token is string {
  return token !== undefined && /^[0-9]/.test(token);
}

function isWord(token: string | undefined): token is string {
  return token !== undefined && /^\p{Alphabetic}/u.test(token);
}
