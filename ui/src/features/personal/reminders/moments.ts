/** When a reminder is due, in words: on the clock of the person, and where its own clock is another, on that one too. */
import type { Reminder } from "./draft";

/** `zone` is where the person is; of two clocks the first is the one there. */
export function formatDue(reminder: Reminder, zone: string, language: string): string[] {
  const wall = formatWall(reminder, language);
  if (reminder.zone === zone) return [wall];
  const there = `${wall} (${reminder.zone})`;
  return reminder.nextAt === null ? [there] : [format(reminder.nextAt, zone, language), there];
}

/** What the reminder's own clock shows the next time: `at` is only its first one where it repeats. */
function formatWall({ at, nextAt, zone }: Reminder, language: string): string {
  if (nextAt !== null) {
    try {
      return format(nextAt, zone, language);
    } catch {
      // The browser does not know the zone: its clock is read from `at`.
    }
  }
  // What a clock shows is no moment: it is read as one of UTC and written as one of UTC.
  return format(`${at}Z`, "UTC", language);
}

function format(instant: string, timeZone: string, language: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    date,
  );
}

/** Whether a reminder's time has come. `now` in milliseconds. */
export function isLate({ nextAt }: Reminder, now: number): boolean {
  return nextAt !== null && Date.parse(nextAt) <= now;
}

/** Whether a reminder is due on `today`, a day where the person is, or before. */
export function isDueBy({ nextAt }: Reminder, today: string, zone: string): boolean {
  if (nextAt === null) return false;
  // This language writes days as `2026-05-31`.
  return (
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(new Date(nextAt)) <= today
  );
}

/** All zones that the browser knows, and those of `more`. */
export function listZones(...more: string[]): string[] {
  return [...new Set([...more, ...Intl.supportedValuesOf("timeZone")])];
}
