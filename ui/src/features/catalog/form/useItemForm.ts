/** The state of the form: what is stored, what is typed, what is wrong with it, and saving it. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { call, CommandError, type Req } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import type { Lang } from "../../../lib/language";
import { noteOperation, noteSent, noteWriting } from "../shared/ownOperations";
import { useCellQueue } from "../unsaved/queue/queues";
import { currentOf, problemsOf } from "../../../shared/forms/refusal";
import type { Problem } from "../../../shared/forms/rules";
import { pickAttributes } from "../../../shared/changes/attributes";
import {
  changedAttributes,
  changedFields,
  draftProblems,
  EMPTY,
  fromItem,
  toFields,
  type Draft,
  type FieldName,
} from "../../../shared/changes/draft";
import { joinWays, keepTyped, splitWays } from "../shared/conflict/threeWays";
import { ITEM_FIELDS } from "./conflict/itemFields";
import { isOwnWork, useIsOwnWork } from "./conflict/ownWrites";
import { settleAway } from "../shared/drafts/settleAway";
import { useDraftInSight } from "../shared/drafts/useDrafts";
import { bringItemDraftBack, keepDraft, keptDraft } from "./keptDraft";

export type ItemForm = {
  /** What the changes start from; null while the item does not exist. */
  base: Item | null;
  baseDraft: Draft;
  draft: Draft;
  changed: FieldName[];
  dirty: boolean;
  /** What is wrong, here or in the server's eyes; of a new item only once a save was tried. */
  problems: Problem[];
  saving: boolean;
  error: CommandError | null;
  /** When changes were brought back that an earlier visit left unsaved. RFC 3339. */
  restoredAt: string | null;
  /** What has been saved meanwhile, by another person or by this tab itself, and is to be decided about. */
  newer: Item | null;
  newerIsOwn: boolean;
  language: Lang;
  change: (part: Partial<Draft>) => void;
  /** Takes a suggestion over; `sources` says of which trace, and goes along with the save. */
  accept: (part: Partial<Draft>, sources: Sources) => void;
  discard: () => void;
  /** Notes what is typed at present; returns what brings it back once it was let go of. */
  noteDraft: () => () => void;
  /** Goes on from what another person saved, with `draft` as what is typed. */
  rebase: (onto: Item, draft: Draft) => void;
  /** Stores `draft`, what both versions were merged to, over `onto`; resolves as `save`. */
  saveMerged: (onto: Item, draft: Draft, label: (name: string) => string) => Promise<Item | null>;
  /**
   * Resolves to what is stored, or to null where it is not. `part` is changed on the way. What is typed meanwhile
   * stays unsaved over the answer.
   */
  save: (label: (name: string) => string, part?: Partial<Draft>) => Promise<Item | null>;
  /** Stores what is typed as a new item, where the one it was typed for is gone. */
  saveAsNew: (label: (name: string) => string) => Promise<Item | null>;
  forgetError: () => void;
  /** Fields that differ at this moment, drawn or not. */
  listUnsaved: () => FieldName[];
  /** Whether the form is still on the page. */
  isThere: () => boolean;
};

type Sources = NonNullable<Req<"updateItem">["sources"]>;
type Start = { base: Item | null; draft: Draft; restoredAt: string | null };

/** `item` is what is stored as far as we know; null for a new one. */
export function useItemForm(item: Item | null): ItemForm {
  const client = useQueryClient();
  const cells = useCellQueue();
  const spoken = useLanguage();
  const [language] = useState(spoken);
  const isThere = useIsThere();
  const [start, setStart] = useState<Start>(() => begin(item, language));
  const [conflict, setConflict] = useState<Item | null>(null);
  const [refused, setRefused] = useState<{ problems: Problem[]; of: Draft } | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [saving, setSaving] = useState(false);
  const [tried, setTried] = useState(false);
  const [sources, setSources] = useState<Sources>({});
  const { base, draft, restoredAt } = start;
  // A new item has its id once it is stored; its form stays.
  const id = base?.id ?? item?.id ?? "new";
  const baseDraft = useMemo(() => (base ? fromItem(base, language) : EMPTY), [base, language]);
  const changed = useMemo(() => changedFields(baseDraft, draft), [baseDraft, draft]);
  const dirty = changed.length > 0;
  const latest = useRef(start);
  useLayoutEffect(() => {
    latest.current = start;
  }, [start]);

  // Saved elsewhere, and nothing typed here: what is stored is shown. (Set while rendering, so that
  // the old state is never seen.)
  if (item && base && item.version > base.version && !dirty) setStart(begin(item, language));
  // (What the save that is under way has stored is not known as its own until it is answered.)
  const seen = item && base && dirty && !saving && item.version > base.version ? item : null;
  const newest = conflict ?? seen;
  const isOwn = useIsOwnWork(base, newest);
  // A version that says the same, as after a deletion that was undone, is no question either.
  const isSame = newest !== null && saysTheSame(baseDraft, newest, language);
  const merged = newest && (isOwn || isSame) ? mergeOwn(baseDraft, newest, draft, language) : null;
  if (merged) {
    setStart({ ...start, base: newest, draft: merged });
    setConflict(null);
  }
  const newer = isOwn === null || merged ? null : newest;

  const idBefore = useRef(id);
  useEffect(() => {
    if (idBefore.current !== id) keepDraft(idBefore.current, null);
    idBefore.current = id;
  }, [id]);
  useEffect(() => {
    keepDraft(id, dirty ? { base, draft, at: new Date().toISOString() } : null);
  }, [id, dirty, base, draft]);

  const set = (next: Start) => {
    latest.current = next;
    setStart(next);
  };
  const change = (part: Partial<Draft>) => {
    set({ ...latest.current, draft: { ...latest.current.draft, ...part } });
    setError(null);
  };
  const accept: ItemForm["accept"] = (part, taken) => {
    change(part);
    setSources((before) => ({ ...before, ...taken }));
  };
  const settle = (stored: Item | null, next: Draft) => {
    set({ base: stored, draft: next, restoredAt: null });
    setConflict(null);
    setRefused(null);
    setError(null);
    setTried(false);
    setSources({});
  };

  useDraftInSight<Item, Draft>("item", id, (kept) => {
    settle(kept.base, kept.draft);
    // Started before what this form has met since: a question again.
    if (base && kept.base && base.version > kept.base.version) setConflict(base);
  });

  /** Goes on from what was stored of `sent`, with what was typed since. */
  const finish = (sent: Draft, stored: Item) => {
    // A name alone is no attribute: it is not sent.
    const taken = { ...sent, attributeName: "" };
    const draftOf = (of: Item | null) => (of ? fromItem(of, language) : EMPTY);
    const key = { kind: "item", id } as const;
    if (!isThere()) return settleAway({ key, fields: ITEM_FIELDS, draftOf, sent: taken, stored });
    const typed = keepTyped(ITEM_FIELDS, taken, draftOf(stored), latest.current.draft);
    const isOver = saysTheSame(typed, stored, language);
    if (id !== stored.id) keepDraft(id, null);
    keepDraft(stored.id, isOver ? null : { base: stored, draft: typed, at: new Date().toISOString() });
    settle(stored, typed);
  };

  const operation = useOperationId();
  const send = async (onto: Item | null, label: (name: string) => string, part: Partial<Draft>) => {
    const sent = { ...latest.current.draft, ...part };
    set({ ...latest.current, draft: sent });
    setError(null);
    setTried(true);
    const known = onto ? fromItem(onto, language) : EMPTY;
    if (saving || draftProblems(sent, known).length > 0) return null;
    setSaving(true);
    const store = async (onto: Item | null, typed: Draft): Promise<Item> => {
      const before = onto ? fromItem(onto, language) : EMPTY;
      const fields = toFields(typed, onto, language);
      const operationId = operation(fields);
      noteSent(operationId);
      const content = { ...fields, operationId, sources };
      try {
        const stored = await write(onto, content, changedAttributes(before, typed));
        noteOperation({ id: operationId, label: label(stored.name) });
        return stored;
      } catch (cause) {
        const current = cause instanceof CommandError ? currentOf<Item>(cause) : null;
        const isMergeable =
          onto &&
          current &&
          (saysTheSame(before, current, language) || (await isOwnWork(cells, onto, current)));
        const both = isMergeable ? mergeOwn(before, current, typed, language) : null;
        if (!both) throw cause;
        return store(current, both);
      }
    };
    try {
      const stored = await noteWriting(store(onto, sent));
      cells.noteStored(stored);
      // What was new is read next, and is known.
      if (!onto) client.setQueryData(["getItem", spoken, { id: stored.id }], stored);
      finish(sent, stored);
      void invalidateTags(client, invalidatedTags("updateItem"));
      return stored;
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      const theirs = currentOf<Item>(cause);
      if (theirs) setConflict(theirs);
      else if (cause.code === "invalid_fields") setRefused({ problems: problemsOf(cause), of: sent });
      else setError(cause);
      return null;
    } finally {
      setSaving(false);
    }
  };

  const own = useMemo(() => draftProblems(draft, baseDraft), [draft, baseDraft]);
  const problems = [
    ...(tried || base !== null ? own : own.filter(({ code }) => code !== "required")),
    ...(refused?.of === draft ? refused.problems : []),
  ];
  return {
    base,
    baseDraft,
    draft,
    changed,
    dirty,
    problems,
    saving,
    error,
    restoredAt,
    newer,
    newerIsOwn: isOwn === true,
    language,
    change,
    accept,
    discard: () => {
      // What a refused save has met is newer than what was read before it.
      const stored = conflict && conflict.version > (item?.version ?? 0) ? conflict : (item ?? base);
      settle(stored, stored ? fromItem(stored, language) : baseDraft);
    },
    noteDraft: () => {
      const kept = { base, draft: latest.current.draft, at: new Date().toISOString() };
      return () => {
        if (dirty) bringItemDraftBack(id, kept);
      };
    },
    rebase: (onto, merged) => settle(onto, merged),
    saveMerged: (onto, merged, label) => {
      settle(onto, merged);
      return send(onto, label, {});
    },
    save: (label, part = {}) => send(base, label, part),
    saveAsNew: (label) => send(null, label, {}),
    forgetError: () => setError(null),
    listUnsaved: () => {
      const { base, draft } = latest.current;
      return changedFields(base ? fromItem(base, language) : EMPTY, draft);
    },
    isThere,
  };
}

/** `draft` over what this tab itself stored elsewhere; null where both changed the same field. */
function mergeOwn(before: Draft, stored: Item, draft: Draft, language: Lang): Draft | null {
  const theirs = fromItem(stored, language);
  const ways = splitWays(ITEM_FIELDS, before, theirs, draft);
  return ways.conflicts.length > 0 ? null : joinWays(ITEM_FIELDS, ways, theirs, draft, new Map());
}

function saysTheSame(before: Draft, stored: Item, language: Lang): boolean {
  return changedFields(before, fromItem(stored, language)).length === 0;
}

function begin(item: Item | null, language: Lang): Start {
  const kept = keptDraft(item?.id ?? "new");
  if (!kept) return { base: item, draft: item ? fromItem(item, language) : EMPTY, restoredAt: null };
  return { base: kept.base ?? item, draft: kept.draft, restoredAt: kept.at };
}

/** Of what is stored already, the attributes named in `changed` alone are sent. */
function write(base: Item | null, fields: Req<"createItem">, changed: string[]): Promise<Item> {
  if (!base) return call("createItem", fields);
  return call("updateItem", {
    ...fields,
    attributes: pickAttributes(fields.attributes ?? {}, changed),
    changedAttributes: changed,
    id: base.id,
    version: base.version,
  });
}

/** One id for one content: a save whose answer was lost, tried again, is not done twice. */
function useOperationId(): (fields: unknown) => string {
  const last = useRef({ content: "", id: "" });
  return (fields) => {
    const content = JSON.stringify(fields);
    if (last.current.content !== content) last.current = { content, id: crypto.randomUUID() };
    return last.current.id;
  };
}
