/**
 * The drafts of all forms of this tab, by record. A form that goes out of sight leaves its draft here: it is
 * counted and listed until it is opened again, saved or discarded. Of drafts whose form is in sight, the form
 * itself tells.
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
/** A suggestion in the queue has its draft while it is being edited, a change of prices until it is made. */
export const DRAFT_KINDS = [...RECORD_KINDS, ...PERSONAL_KINDS, "suggestion", "priceChange"] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** Which form: of which record, or of a new one (`new`). */
export type DraftKey = { kind: DraftKind; id: string };
export type ListedDraft = DraftKey & {
  /** The record's name or question as it is typed; empty where nothing is. */
  title: string;
  hasRoom: boolean;
};
/** What takes over a draft that is brought back while its form is in sight. */
type Take = (kept: StoredDraft<unknown, unknown>) => void;

/** Drafts that the browser has no room for: they last as long as their page. */
const roomless = new Map<string, StoredDraft<unknown, unknown>>();
const inSight = new Map<string, Take>();
const listeners = new Set<() => void>();
let hidden: readonly ListedDraft[] = [];
/** The names of all, and of those without room, as they were told last. */
let toldNames = "";

onPersonChange(() => {
  roomless.clear();
  announce();
});

export function readDraft<B, D>(key: DraftKey): StoredDraft<B, D> | null {
  const unstored = roomless.get(spell(key)) as StoredDraft<B, D> | undefined;
  return unstored ?? readKept<B, D>(spell(key), () => true);
}

/** `kept` of null lets go of it. */
export function writeDraft<B, D>(key: DraftKey, kept: StoredDraft<B, D> | null): void {
  const name = spell(key);
  const isStored = writeKept(name, kept);
  if (kept === null || isStored) roomless.delete(name);
  else {
    // An older text of the same form may stand there.
    writeKept(name, null);
    roomless.set(name, kept);
  }
  announce();
}

/** Lets go of all of one kind, as where its records are deleted for good; forms in sight keep what is in them. */
export function forgetDrafts(kind: DraftKind): void {
  for (const id of listDraftIds(kind)) writeDraft({ kind, id }, null);
}

/** Undoes that a draft was let go of: its form takes it over where it is in sight, else it waits for it. */
export function bringDraftBack<B, D>(key: DraftKey, kept: StoredDraft<B, D>): void {
  writeDraft(key, kept);
  inSight.get(spell(key))?.(kept);
}

/**
 * A record was stored while its form was away: `kept` goes on from there under the record's key, in its form where
 * that is in sight again. `isOver` where nothing of it is left unsaved.
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

/** Returns what ends it. */
export function noteInSight(key: DraftKey, take: Take): () => void {
  const name = spell(key);
  inSight.set(name, take);
  announce();
  return () => {
    if (inSight.get(name) === take) inSight.delete(name);
    announce();
  };
}

/** All of them, in sight or not. */
export function countDrafts(): number {
  return listNames().length;
}

/** The ids of those of one kind, in sight or not. */
export function listDraftIds(kind: DraftKind): string[] {
  return listNames()
    .map(parse)
    .filter((key) => key.kind === kind)
    .map(({ id }) => id);
}

export function hiddenDrafts(): readonly ListedDraft[] {
  return hidden;
}

/** Whether what is kept of it outlives a reload. */
export function hasRoom(key: DraftKey): boolean {
  return !roomless.has(spell(key));
}

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  // An earlier page of this tab may have left some.
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
