/** What is typed of a reminder. */
import type { Data, Req } from "../../../api/command";

export type Reminder = Data<"getReminder">;
export const STATES = ["open", "done", "cancelled"] as const satisfies readonly Reminder["state"][];

export type ReminderDraft = {
  title: string;
  notes: string;
  /** What the clock shows, to the minute: `2026-05-31T14:30`. */
  at: string;
  zone: string;
  /** Blank where it does not repeat. */
  rrule: string;
  state: Reminder["state"];
  /** Blank where it is about none. */
  personId: string;
};

const TO_THE_MINUTE = "2026-05-31T14:30".length;

/** `zone` is that of a new reminder. */
export function draftOf(base: Reminder | null, zone: string): ReminderDraft {
  return {
    title: base?.title ?? "",
    notes: base?.notes ?? "",
    at: base?.at.slice(0, TO_THE_MINUTE) ?? "",
    zone: base?.zone ?? zone,
    rrule: base?.rrule ?? "",
    state: base?.state ?? "open",
    personId: base?.personId ?? "",
  };
}

export function asRequest(draft: ReminderDraft): Req<"createReminder"> {
  const { notes, rrule, personId, ...rest } = draft;
  return { ...rest, notes: notes || null, rrule: rrule || null, personId: personId || null };
}
