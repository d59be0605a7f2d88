/** Rules of repetition (RFC 5545) that have a form of their own: each day, on days of the week, each month, each year. */

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const REPETITIONS = ["none", "daily", "weekly", "monthly", "yearly", "other"] as const;
type Plain = Exclude<(typeof REPETITIONS)[number], "weekly">;
/** `days` of a weekly one are in the week's order; without any it is the day on which it began. */
export type Repetition = { kind: Plain } | { kind: "weekly"; days: readonly Weekday[] };

const KINDS = { DAILY: "daily", WEEKLY: "weekly", MONTHLY: "monthly", YEARLY: "yearly" } as const;

/** Reads a rule; what says more than those forms can is another. */
export function readRule(rule: string): Repetition {
  const text = rule.trim().replace(/^RRULE:/, "");
  if (text === "") return { kind: "none" };
  const parts = new Map(
    text.split(";").map((part) => {
      const [name = "", value = ""] = part.split("=");
      return [name, value] as const;
    }),
  );
  const kind = KINDS[parts.get("FREQ") as keyof typeof KINDS] as
    (typeof KINDS)[keyof typeof KINDS] | undefined;
  const days = parts.get("BYDAY")?.split(",") ?? [];
  parts.delete("FREQ");
  if (parts.get("INTERVAL") === "1") parts.delete("INTERVAL");
  if (kind === "weekly") parts.delete("BYDAY");
  if (kind === undefined || parts.size > 0 || !days.every(isWeekday)) return { kind: "other" };
  return kind === "weekly" ? { kind, days: WEEKDAYS.filter((day) => days.includes(day)) } : { kind };
}

/** The rule of a form; null of what has none. */
export function writeRule(repetition: Repetition): string | null {
  if (repetition.kind === "none") return "";
  if (repetition.kind === "other") return null;
  const days = repetition.kind === "weekly" ? repetition.days : [];
  const on = days.length > 0 ? `;BYDAY=${days.join(",")}` : "";
  return `FREQ=${repetition.kind.toUpperCase()}${on}`;
}

function isWeekday(text: string): text is Weekday {
  return (WEEKDAYS as readonly string[]).includes(text);
}

/** The name of a day of the week in a language. */
export function nameWeekday(day: Weekday, language: string): string {
  // The first of January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)));
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(date);
}
