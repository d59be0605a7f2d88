/**
 * Registry of the form drafts of this tab, by record. A form that unmounts leaves its draft here; the draft is counted
 * and listed until the form opens again, or the draft is saved or discarded. The draft of a mounted form is held by the
 * form itself.
 */
import { onPersonChange } from "../../lib/person";
import { readKept, writeKept, type StoredDraft } from "./keptDraft";

const RECORD_KINDS = ["item", "faq", "synonym", "priceList", "field"] as const;
/** Kinds of records, each with a form of its own. */
export type RecordKind = (typeof RECORD_KINDS)[number];
const PERSONAL_KINDS = [
  "person",
  "reminder",
  "decision",
  "metric",
  "knowledge",
  "bill",
  "expense",
  "income",
  "debt",
  "investment",
] as const;
/** Kinds of records of the personal assistant. */
export type PersonalKind = (typeof PERSONAL_KINDS)[number];
/** Kinds of drafts: a suggestion in the queue has one while it is edited, a change of prices until it is made. */
export const DRAFT_KINDS = [...RECORD_KINDS, ...PERSONAL_KINDS, "suggestion", "priceChange"] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** Key of a draft: the kind and id of a record, or `new`. */
export type DraftKey = { kind: DraftKind; id: string };
export type ListedDraft = DraftKey & {
  /** The record's name or question as typed; empty where none is typed. */
  title: string;
  hasRoom: boolean;
};
/** Receives a restored draft in a mounted form. */
type Take = (kept: StoredDraft<unknown, unknown>) => void;

/** Drafts that exceed the browser's storage: they live in memory until the page closes. */
const roomless = new Map<string, StoredDraft<unknown, unknown>>();
const inSight = new Map<string, Take>();
const listeners = new Set<() => void>();
let hidden: readonly ListedDraft[] = [];
/** The names of all drafts, and of those in memory, at the last notification. */
let toldNames = "";

onPersonChange(() => {
  roomless.clear();
  announce();
});

export function readDraft<B, D>(key: DraftKey): StoredDraft<B, D> | null {
  const unstored = roomless.get(spell(key)) as StoredDraft<B, D> | undefined;
  return unstored ?? readKept<B, D>(spell(key), () => true);
}

/** Stores a draft; `kept` of null removes it. */
export function writeDraft<B, D>(key: DraftKey, kept: StoredDraft<B, D> | null): void {
  const name = spell(key);
  const isStored = writeKept(name, kept);
  if (kept === null || isStored) roomless.delete(name);
  else {
    // The storage may still hold an older text of the same form.
    writeKept(name, null);
    roomless.set(name, kept);
  }
  announce();
}

/**
 * Removes all drafts of one kind, for example after its records were deleted for good; mounted forms keep their text.
 */
export function forgetDrafts(kind: DraftKind): void {
  for (const id of listDraftIds(kind)) writeDraft({ kind, id }, null);
}

/** Restores a removed draft: a mounted form takes it over, else it waits in the registry. */
export function bringDraftBack<B, D>(key: DraftKey, kept: StoredDraft<B, D>): void {
  writeDraft(key, kept);
  inSight.get(spell(key))?.(kept);
}

/**
 * Moves a draft to its record's key after the record was stored while the form was unmounted; a mounted form takes
 * `kept` over. `isOver` where no unsaved text is left.
 */
export function moveDraft<B, D>(
  from: DraftKey,
  to: DraftKey,
  kept: StoredDraft<B, D>,
  isOver: boolean,
): void {
  writeDraft(from, null);
  writeDraft(to, isOver ? null : kept);
  const take = inSight.get(spell(to)) ?? inSight.get(spell(from));
  take?.(kept);
}

/** Registers a mounted form; returns the function that unregisters it. */
export function noteInSight(key: DraftKey, take: Take): () => void {
  const name = spell(key);
  inSight.set(name, take);
  announce();
  return () => {
    if (inSight.get(name) === take) inSight.delete(name);
    announce();
  };
}

/** Counts all drafts, mounted or not. */
export function countDrafts(): number {
  return listNames().length;
}

/** Ids of the drafts of one kind, mounted or not. */
export function listDraftIds(kind: DraftKind): string[] {
  return listNames()
    .map(parse)
    .filter((key) => key.kind === kind)
    .map(({ id }) => id);
}

export function hiddenDrafts(): readonly ListedDraft[] {
  return hidden;
}

/** Whether the draft survives a reload. */
export function hasRoom(key: DraftKey): boolean {
  return !roomless.has(spell(key));
}

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  // An earlier page of this tab may have left drafts.
  announce();
  return () => listeners.delete(listener);
}

function announce(): void {
  const now = listNames()
    .filter((name) => !inSight.has(name))
    .map((name): ListedDraft => {
      const key = parse(name);
      return { ...key, title: titleOf(readDraft<unknown, unknown>(key)?.draft), hasRoom: hasRoom(key) };
    });
  const nowNames = JSON.stringify([listNames(), [...roomless.keys()]]);
  const isSame = JSON.stringify(now) === JSON.stringify(hidden);
  if (isSame && nowNames === toldNames) return;
  toldNames = nowNames;
  if (!isSame) hidden = now;
  for (const listener of listeners) listener();
}

function listNames(): string[] {
  const names = new Set([...listStored(), ...roomless.keys()]);
  return [...names].filter((name) => PATTERN.test(name)).sort();
}

function listStored(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}

const PATTERN = new RegExp(`^celeiro\\.(${DRAFT_KINDS.join("|")})Draft\\.(.+)$`, "s");

function spell({ kind, id }: DraftKey): string {
  return `celeiro.${kind}Draft.${id}`;
}

function parse(name: string): DraftKey {
  const [, kind = "", id = ""] = PATTERN.exec(name) ?? [];
  return { kind: kind as DraftKind, id };
}

function titleOf(draft: unknown): string {
  const typed = (draft ?? {}) as Record<"name" | "question" | "title" | "content" | "value", unknown>;
  const title = typed.name ?? typed.question ?? typed.title ?? typed.content ?? typed.value;
  return typeof title === "string" ? title.trim() : "";
}
