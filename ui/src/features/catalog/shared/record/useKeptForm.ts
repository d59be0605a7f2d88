/**
 * The form of one record of any kind: what is typed over what is stored. It is kept while it differs: after a look at
 * another record, another page or another language in between finds what was typed. What else was stored meanwhile
 * is met here, by this tab or by another person, and what is typed is stored.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { CommandError, type CommandName } from "../../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../../api/tags";
import { showToast } from "../../../../components/toast/toasts";
import { useIsThere } from "../../../../lib/hooks/useIsThere";
import { currentOf } from "../../../../shared/forms/refusal";
import { joinWays, keepTyped, splitWays, type Fields } from "../conflict/threeWays";
import { bringDraftBack, readDraft, writeDraft, type RecordKind } from "../../../../shared/drafts/drafts";
import { settleAway } from "../drafts/settleAway";
import { useDraftInSight, useHasRoom } from "../../../../shared/drafts/useDrafts";
import type { SentDraft, StoredDraft } from "../../../../shared/drafts/keptDraft";
import { useSaveLine } from "./useSaveLine";

export type StoredRecord = { id: string | number; version: number };

export type KeptFormOptions<B extends StoredRecord, D extends object, F extends string> = {
  kind: RecordKind;
  /** What is stored as far as is known; null for a new record. */
  stored: B | null;
  fields: Fields<D, F>;
  draftOf: (base: B | null) => D;
  /** The code by which files name a record: of one that is gone it stays with that one. */
  codeField?: keyof D;
  /** What is stored of what is sent, where that is less. */
  takenOf?: (sent: D) => D;
  /** Whether `typed` is sent at all. */
  check?: (typed: D, known: D) => boolean;
  /** Stores `typed` over `onto`, or as a new record; asked twice for one id, it does nothing twice. */
  write: (onto: B | null, typed: D, operationId: string) => Promise<B>;
  /** The command that tells of saves, and the one that spoils what a save does. */
  commands: { reads: CommandName; writes: CommandName };
  /** Whether all saves between two versions are this tab's own. Where absent, what was sent last is asked about. */
  isOwn?: (base: B, newer: B) => Promise<boolean>;
  /** Comes before the form goes on from what was stored. */
  onAnswer?: (stored: B, isNew: boolean) => void;
  describeSaved: (stored: B, isNew: boolean) => string;
};

type TypedDraft<B, D> = Omit<StoredDraft<B, D>, "at" | "conflict"> & {
  /** When changes were brought back that an earlier visit left unsaved. RFC 3339. */
  at: string | null;
  /** What a refused save has met. */
  conflict: B | null;
};
/** Whose a newer version is: of the save whose answer was lost, of this tab, or of another person (false). */
type Own = "sent" | boolean;

export function useKeptForm<B extends StoredRecord, D extends object, F extends string>(
  options: KeptFormOptions<B, D, F>,
) {
  const { kind, stored, fields, draftOf, takenOf = (sent) => sent } = options;
  const client = useQueryClient();
  const isThere = useIsThere();
  const line = useSaveLine<B, D>();
  const [now, set] = useState(() => begin(options));
  const [failure, setFailure] = useState<{ error: CommandError; of: D } | null>(null);
  const { base, draft } = now;
  // A new record has its id once it is stored; its form stays.
  const id = String(base?.id ?? stored?.id ?? "new");
  const hasRoom = useHasRoom({ kind, id });
  const baseDraft = useMemo(() => draftOf(base), [draftOf, base]);
  const changed = useMemo(() => fields.listChanged(baseDraft, draft), [fields, baseDraft, draft]);
  const isChanged = changed.length > 0;
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  }, [now]);
  const differs = (before: D, after: D) => fields.listChanged(before, after).length > 0;

  // Saved elsewhere, and nothing typed here: what is stored is shown. (Set while rendering, so that the old
  // state is never seen.)
  const isNewer = stored !== null && base !== null && stored.version > base.version;
  if (isNewer && !isChanged) set({ base: stored, draft: draftOf(stored), at: null, conflict: null });
  // (What the save that is under way has stored is not known as its own until it is answered.)
  const newest = now.conflict ?? (isNewer && isChanged && !line.isBusy ? stored : null);
  /** Asks again under the id of what was sent last: where that is stored it is answered, and is refused else. */
  const isSentStored = async (onto: B, newer: B, sent: SentDraft<D> | undefined) => {
    if (!sent || newer.version !== onto.version + 1) return false;
    const answer = await options.write(onto, sent.draft, sent.id).catch(() => null);
    return answer?.version === newer.version && "sent";
  };
  const findOwn = (onto: B, newer: B, sent: SentDraft<D> | undefined): Promise<Own> =>
    options.isOwn ? options.isOwn(onto, newer) : isSentStored(onto, newer, sent);
  const question = useQuery({
    queryKey: [options.commands.reads, "own", id, base?.version, newest?.version],
    queryFn: () => (base && newest ? findOwn(base, newest, now.sent) : false),
    enabled: base !== null && newest !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const own = !base || !newest || question.isError ? false : (question.data ?? null);
  /** What is typed over what this tab itself stored; null where both changed the same field. */
  const mergeOwn = (whose: Own, before: D, newer: B, typed: TypedDraft<B, D>): D | null => {
    const theirs = draftOf(newer);
    if (whose === "sent" && typed.sent)
      return keepTyped(fields, takenOf(typed.sent.draft), theirs, typed.draft);
    const ways = splitWays(fields, before, theirs, typed.draft);
    return ways.conflicts.length > 0 ? null : joinWays(fields, ways, theirs, typed.draft, new Map());
  };
  // A version that says the same, as after an approval, or a deletion that was undone, is no question either.
  const isSame = newest !== null && !differs(baseDraft, draftOf(newest));
  const merged = newest && (own || isSame) ? mergeOwn(own ?? false, baseDraft, newest, now) : null;
  if (merged) set({ ...now, base: newest, draft: merged, conflict: null, sent: undefined });

  const keep = ({ base, draft, sent, conflict }: TypedDraft<B, D>) =>
    differs(draftOf(base), draft) ? { base, draft, sent, conflict, at: new Date().toISOString() } : null;
  const idBefore = useRef(id);
  useEffect(() => {
    if (idBefore.current !== id) writeDraft({ kind, id: idBefore.current }, null);
    idBefore.current = id;
  }, [kind, id]);
  useEffect(() => {
    const kept = { base, draft, sent: now.sent, conflict: now.conflict, at: new Date().toISOString() };
    writeDraft({ kind, id }, isChanged ? kept : null);
  }, [kind, id, isChanged, base, draft, now.sent, now.conflict]);

  const put = (next: TypedDraft<B, D>) => {
    latest.current = next;
    set(next);
  };
  const rebase = (base: B | null, draft: D, conflict: B | null = null) => {
    put({ base, draft, at: null, conflict });
    setFailure(null);
  };
  useDraftInSight<B, D>(kind, id, (kept) => {
    // Started before what this form has met since: a question again.
    const isOlder = base !== null && kept.base !== null && base.version > kept.base.version;
    rebase(kept.base, kept.draft, isOlder ? base : (kept.conflict ?? null));
  });

  /** Goes on from what was stored of `sent`; what was typed since stays unsaved, also where the form is gone by now. */
  const finish = (sent: D, next: B) => {
    const key = { kind, id: String(latest.current.base?.id ?? stored?.id ?? "new") };
    const taken = takenOf(sent);
    const typed = keepTyped(fields, taken, draftOf(next), latest.current.draft);
    const after = { base: next, draft: typed, at: null, conflict: null };
    if (!isThere()) {
      latest.current = after;
      return settleAway({ key, fields, draftOf, sent: taken, stored: next });
    }
    if (key.id !== String(next.id)) writeDraft(key, null);
    writeDraft({ kind, id: String(next.id) }, keep(after));
    rebase(next, typed);
  };
  const store = async (onto: B | null, typed: D): Promise<B> => {
    const before = latest.current;
    // A save whose answer was lost, tried again, is not done twice.
    const isAgain = before.sent && JSON.stringify(before.sent.draft) === JSON.stringify(typed);
    const sent = isAgain && before.sent ? before.sent : { id: crypto.randomUUID(), draft: typed };
    put({ ...before, sent });
    // Before it leaves: a reload loses its answer.
    if (isThere())
      writeDraft({ kind, id: String(before.base?.id ?? stored?.id ?? "new") }, keep({ ...before, sent }));
    try {
      return await options.write(onto, typed, sent.id);
    } catch (cause) {
      const current = onto && cause instanceof CommandError ? currentOf<B>(cause) : null;
      if (!onto || !current) throw cause;
      const known = draftOf(onto);
      const whose =
        differs(known, draftOf(current)) && (await findOwn(onto, current, isAgain ? undefined : before.sent));
      const isMergeable = whose || !differs(known, draftOf(current));
      const both = isMergeable ? mergeOwn(whose, known, current, { ...before, draft: typed }) : null;
      if (!both) throw cause;
      return store(current, both);
    }
  };
  const send = async (onto: B | null, part: Partial<D>): Promise<B | null> => {
    const typed = { ...latest.current.draft, ...part };
    put({ ...latest.current, draft: typed });
    setFailure(null);
    if (options.check && !options.check(typed, draftOf(onto))) return null;
    try {
      const next = await store(onto, typed);
      options.onAnswer?.(next, onto === null);
      finish(typed, next);
      void invalidateTags(client, invalidatedTags(options.commands.writes));
      showToast({ tone: "info", text: options.describeSaved(next, onto === null) });
      return next;
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      const theirs = currentOf<B>(cause);
      if (theirs) put({ ...latest.current, sent: undefined, conflict: theirs });
      else setFailure({ error: cause, of: typed });
      return null;
    }
  };
  const withoutCode = (): Partial<D> => {
    const { codeField } = options;
    const { base, draft } = latest.current;
    if (codeField === undefined || draft[codeField] !== draftOf(base)[codeField]) return {};
    return { [codeField]: draftOf(null)[codeField] } as unknown as Partial<D>;
  };
  const listUnsaved = () => fields.listChanged(draftOf(latest.current.base), latest.current.draft);
  const hasMore = () => differs(draftOf(latest.current.base), takenOf(latest.current.draft));
  const save = (part: Partial<D> = {}) =>
    line.run(part, (whole) => send(latest.current.base, whole), hasMore);

  return {
    /** What the changes start from; null while the record does not exist. */
    base,
    baseDraft,
    draft,
    changed,
    /** When changes were brought back that an earlier visit left unsaved. RFC 3339. */
    restoredAt: isChanged ? now.at : null,
    hasRoom,
    saving: line.isBusy,
    /** Why it was not stored, and what of. */
    failure,
    /** What has been saved meanwhile, by another person or by this tab itself, and is to be decided about. */
    newer: own === null || merged ? null : newest,
    newerIsOwn: own === true,
    /** Changes what is typed; what was changed a moment ago, and is not drawn yet, stays. */
    change: (part: Partial<D> | ((typed: D) => Partial<D>)) => {
      const { draft } = latest.current;
      put({ ...latest.current, draft: { ...draft, ...(typeof part === "function" ? part(draft) : part) } });
    },
    discard: () => {
      line.forget();
      // What a refused save has met may be newer than what was read.
      const known = [now.conflict, stored, base].filter((one) => one !== null);
      const last = known.toSorted((a, b) => b.version - a.version)[0] ?? null;
      rebase(last, draftOf(last));
    },
    /** Notes what is typed at present; returns what brings it back once it was let go of. */
    noteDraft: () => {
      const kept = keep(latest.current);
      return () => {
        if (kept) bringDraftBack({ kind, id }, kept);
      };
    },
    /** For a form that goes away: nothing of it is kept. */
    forget: () => writeDraft({ kind, id }, null),
    forgetFailure: () => setFailure(null),
    /** Goes on from what is stored now, with `draft` as what is typed. */
    rebase: (onto: B, typed: D) => {
      line.forget();
      rebase(onto, typed);
    },
    /** Stores what is typed, and `part` with it; resolves to what is stored, or to null where it is not. */
    save,
    /** Stores `typed`, what both versions were merged to, over `onto`, where anything of this one is left in it. */
    saveMerged: async (onto: B, typed: D): Promise<B | null> => {
      line.forget();
      rebase(onto, typed);
      return differs(draftOf(onto), typed) ? save() : onto;
    },
    /** Stores what is typed as a new record, where the one it was typed for is gone. */
    saveAsNew: () => line.run(withoutCode(), (part) => send(null, part), hasMore),
    /** Fields that differ at this moment, drawn or not. */
    listUnsaved,
    /** Whether the form is still on the page. */
    isThere,
  };
}

function begin<B extends StoredRecord, D extends object, F extends string>({
  kind,
  stored,
  draftOf,
}: KeptFormOptions<B, D, F>): TypedDraft<B, D> {
  const kept = readDraft<B, D>({ kind, id: String(stored?.id ?? "new") });
  if (!kept) return { base: stored, draft: draftOf(stored), at: null, conflict: null };
  const base = kept.base ?? stored;
  // One of an earlier version may lack a field, and so may what that has sent: it is as it was stored then.
  const fill = (typed: D): D => ({ ...draftOf(base), ...typed });
  // The words of a refused save stand there again at once; what was read since may be newer than what it met.
  const met = kept.conflict ?? null;
  const isOutdated = met !== null && stored !== null && stored.version > met.version;
  return {
    ...kept,
    base,
    draft: fill(kept.draft),
    sent: kept.sent && { ...kept.sent, draft: fill(kept.sent.draft) },
    conflict: isOutdated ? null : met,
  };
}
