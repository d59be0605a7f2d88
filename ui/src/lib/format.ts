/** Numbers, prices, dates and sizes as people of a language write them. */
import type { Lang } from "./language";

export type Formats = {
  integer: (value: number) => string;
  /** The places of a text about a number: `count` chooses its plural, `shown` is the number as people write it. */
  placeCount: (count: number) => { count: number; shown: string };
  /** Up to `digits` decimals (default 3), trailing zeros dropped. */
  decimal: (value: number, digits?: number) => string;
  /** A score: always three decimals, so that columns line up. */
  score: (value: number) => string;
  /** As `score`, with a sign even where it is positive. */
  signed: (value: number) => string;
  percent: (fraction: number) => string;
  /** Currency is an ISO 4217 code; an unknown one is written before the amount. */
  price: (amount: number, currency: string) => string;
  /** A price whose currency is not known: two decimals, up to the four that a price may have. */
  amount: (value: number) => string;
  /** Without thousands separators, as it may be a year or a code; with all the decimals it has. */
  plainNumber: (value: number) => string;
  /** Whole milliseconds, or one decimal below ten. */
  milliseconds: (value: number) => string;
  /** Milliseconds below a second, else seconds with one decimal. */
  duration: (milliseconds: number) => string;
  /** US dollars, small amounts with as many digits as say something. */
  cost: (usd: number) => string;
  /** Decimal units: 1 MB is a million bytes. */
  bytes: (value: number) => string;
  /** `instant` is RFC 3339; what is no date comes back as it is. */
  dateTime: (instant: string) => string;
  /** The same with the zone it is in (`GMT-3`): for what leaves this machine. */
  zonedDateTime: (instant: string) => string;
  /** The day of a moment, where the person is. */
  date: (instant: string) => string;
  /** The time of day, as `14:05`. */
  time: (instant: string) => string;
  /** A day of the calendar, given as `2026-03-02`; what is none comes back as it is. */
  day: (day: string) => string;
  /** The same in as few letters as a table has room for, `28/11`, with its year where it is asked for. */
  shortDay: (day: string, withYear: boolean) => string;
  /** A month, as `setembro de 2026`. */
  month: (day: Date) => string;
  list: (words: string[]) => string;
};

const cache = new Map<Lang, Formats>();

export function formatsFor(language: Lang): Formats {
  let formats = cache.get(language);
  if (!formats) {
    formats = createFormats(language);
    cache.set(language, formats);
  }
  return formats;
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

function createFormats(language: Lang): Formats {
  const integer = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const fixed = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const signed = new Intl.NumberFormat(language, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
    signDisplay: "exceptZero",
  });
  const amount = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const plain = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 10 });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: "shortOffset" });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  // A day of the calendar is the same one everywhere.
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const [dayOfMonth, monthOfDay] =
    language === "en" ? (["numeric", "short"] as const) : (["2-digit", "2-digit"] as const);
  const shortDay = { day: dayOfMonth, month: monthOfDay, timeZone: "UTC" } as const;
  const dayAlone = new Intl.DateTimeFormat(language, shortDay);
  const dayOfYear = new Intl.DateTimeFormat(language, { ...shortDay, year: "numeric" });
  const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" });
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const decimal = (value: number, digits = 3) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const milliseconds = (value: number) => `${decimal(value, value < 10 ? 1 : 0)} ms`;

  return {
    integer: (value) => integer.format(value),
    placeCount: (count) => ({ count, shown: integer.format(count) }),
    decimal,
    score: (value) => fixed.format(value),
    signed: (value) => signed.format(value),
    percent: (fraction) => percent.format(fraction),
    price: (amount, currency) => price(language, amount, currency),
    amount: (value) => amount.format(value),
    plainNumber: (value) => plain.format(value),
    milliseconds,
    bytes: (value) => bytes(language, value),
    duration: (value) => (value < 1000 ? milliseconds(value) : `${decimal(value / 1000, 1)} s`),
    cost: (usd) => cost(language, usd),
    dateTime: (instant) => formatInstant(dateTime, instant),
    zonedDateTime: (instant) => {
      const at = new Date(instant);
      if (Number.isNaN(at.getTime())) return instant;
      const offset = zone.formatToParts(at).find(({ type }) => type === "timeZoneName");
      return [dateTime.format(at), offset?.value].filter(Boolean).join(" ");
    },
    date: (instant) => formatInstant(date, instant),
    time: (instant) => formatInstant(time, instant),
    day: (text) => formatInstant(day, text),
    shortDay: (text, withYear) => formatInstant(withYear ? dayOfYear : dayAlone, text),
    month: (day) => month.format(day),
    list: (words) => list.format(words),
  };
}

function formatInstant(format: Intl.DateTimeFormat, instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : format.format(date);
}

/** Below ten cents two significant digits: an answer costs a fraction of a cent. */
function cost(language: Lang, usd: number): string {
  const digits = usd > 0 && usd < 0.1 ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat(language, { style: "currency", currency: "USD", ...digits }).format(usd);
}

function price(language: Lang, amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
  } catch {
    return `${currency} ${new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(amount)}`;
  }
}

function bytes(language: Lang, value: number): string {
  const step = value < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(value / 1000 ** step);
}
