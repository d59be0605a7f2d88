/** What is typed of a person. */
import type { Data, Req } from "../../../api/command";
import { nullIfBlank } from "../../../lib/text/text";

export type Person = Data<"getPerson">;

/** Every field as text; preferences in the order in which they stand in the form. */
export type PersonDraft = {
  name: string;
  relationship: string;
  farm: string;
  crops: string[];
  phone: string;
  email: string;
  birthday: string;
  preferences: (readonly [name: string, value: string])[];
  notes: string;
  lastContact: string;
};

export function draftOf(base: Person | null): PersonDraft {
  return {
    name: base?.name ?? "",
    relationship: base?.relationship ?? "",
    farm: base?.farm ?? "",
    crops: base?.crops ?? [],
    phone: base?.phone ?? "",
    email: base?.email ?? "",
    birthday: dayFirst(base?.birthday ?? ""),
    preferences: Object.entries(base?.preferences ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    notes: base?.notes ?? "",
    lastContact: base?.lastContact ?? "",
  };
}

/** `1990-05-15` and `05-15` as people write them, `15/05/1990` and `15/05`; the program reads both. */
function dayFirst(birthday: string): string {
  return birthday.split("-").toReversed().join("/");
}

/**
 * Converts a person's draft to the request's form. A blank field is absent, and so is a preference of which
 * nothing is filled in.
 */
export function asRequest(draft: PersonDraft): Req<"createPerson"> {
  const said = draft.preferences.filter((pair) => pair.some((text) => text.trim() !== ""));
  return {
    name: draft.name,
    relationship: nullIfBlank(draft.relationship),
    farm: nullIfBlank(draft.farm),
    crops: draft.crops,
    phone: nullIfBlank(draft.phone),
    email: nullIfBlank(draft.email),
    birthday: nullIfBlank(draft.birthday),
    preferences: Object.fromEntries(said.map(([name, value]) => [name.trim(), value])),
    notes: nullIfBlank(draft.notes),
    lastContact: nullIfBlank(draft.lastContact),
  };
}

/** The first name that stands twice among the preferences; of two the program would keep one. */
export function findTwice(preferences: PersonDraft["preferences"]): string | null {
  const names = preferences.map(([name]) => name.trim()).filter((name) => name !== "");
  return names.find((name, at) => names.indexOf(name) !== at) ?? null;
}
