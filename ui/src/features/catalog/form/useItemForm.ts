/** State of an item's form: the record form with field problems, suggestions, and the person's own writes elsewhere. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { call } from "../../../api/command";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { pickAttributes } from "../../../shared/changes/attributes";
import {
  changedAttributes,
  changedSources,
  draftProblems,
  EMPTY,
  fromItem,
  toFields,
  type Draft,
  type Sources,
} from "../../../shared/changes/draft";
import { problemsOf } from "../../../shared/forms/refusal";
import { placeProblem } from "../../../shared/packages/draft";
import { noteOperation, noteSent, noteWriting } from "../shared/ownOperations";
import { useKeptForm } from "../shared/record/useKeptForm";
import { useCellQueue } from "../unsaved/queue/queues";
import { ITEM_FIELDS } from "./conflict/itemFields";
import { isOwnWork } from "./conflict/ownWrites";

/** `item` is the stored item as far as the page knows; null for a new one. */
export function useItemForm(item: Item | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const cells = useCellQueue();
  const spoken = useLanguage();
  const [language] = useState(spoken);
  const [params] = useSearchParams();
  const ean = params.get("ean");
  const draftOf = useCallback(
    (of: Item | null) => (of ? fromItem(of, language) : beginDraft(ean)),
    [language, ean],
  );
  // The form of a new item reports missing fields only after the first attempt to save.
  const [isTried, setTried] = useState(false);
  const describeSaved = ({ name }: Item, isNew: boolean) =>
    t(isNew ? "itemForm.created" : "itemForm.saved", { name });

  const write = async (onto: Item | null, typed: Draft, operationId: string): Promise<Item> => {
    const fields = toFields(typed, onto, language);
    const changed = changedAttributes(draftOf(onto), typed);
    const content = { ...fields, operationId, sources: changedSources(draftOf(onto), typed) };
    noteSent(operationId);
    const stored = await (onto
      ? // Of what is stored already, the attributes named as changed alone are sent.
        call("updateItem", {
          ...content,
          attributes: pickAttributes(fields.attributes ?? {}, changed),
          changedAttributes: changed,
          id: onto.id,
          version: onto.version,
        })
      : call("createItem", content));
    noteOperation({ id: operationId, label: describeSaved(stored, !onto) });
    return stored;
  };
  const form = useKeptForm({
    kind: "item",
    stored: item,
    fields: ITEM_FIELDS,
    draftOf,
    codeField: "externalId",
    // A name without a value is no attribute, and a suggestion is no part of the record before it is accepted.
    takenOf: (sent) => ({ ...sent, attributeName: "", suggestionEdits: [] }),
    check: (typed, known) => {
      setTried(true);
      return draftProblems(typed, known).length === 0;
    },
    write,
    commands: { reads: "itemHistory", writes: "updateItem" },
    isOwn: (base, newer) => isOwnWork(cells, base, newer),
    onAnswer: (stored, isNew) => {
      cells.noteStored(stored);
      // A new item's record is read next; its answer is already known.
      if (isNew) client.setQueryData(["getItem", spoken, { id: stored.id }], stored);
    },
    describeSaved,
  });
  const { base, baseDraft, draft, failure } = form;
  const own = useMemo(() => draftProblems(draft, baseDraft), [draft, baseDraft]);
  const isRefused = failure?.error.code === "invalid_fields";
  const change = (part: Partial<Draft> | ((typed: Draft) => Partial<Draft>)) => {
    form.change(part);
    if (!isRefused) form.forgetFailure();
  };
  return {
    ...form,
    dirty: form.changed.length > 0,
    /** Problems found by the page, and those of the server. */
    problems: [
      ...(isTried || base !== null ? own : own.filter(({ code }) => code !== "required")),
      ...(isRefused && failure.of === draft
        ? problemsOf(failure.error).map((one) => placeProblem(draft.packages, one))
        : []),
    ],
    error: isRefused ? null : (failure?.error ?? null),
    language,
    change: (part: Partial<Draft>) => change(part),
    /** Accepts a suggestion; `taken` is its trace, which the next save carries. */
    accept: (part: Partial<Draft>, taken: Sources) =>
      change(({ sources }) => ({ ...part, sources: { ...sources, ...taken } })),
    discard: () => {
      setTried(false);
      form.discard();
    },
    // Ctrl+Z waits for the pending write.
    save: (part?: Partial<Draft>) => noteWriting(form.save(part)),
    saveMerged: (onto: Item, typed: Draft) => noteWriting(form.saveMerged(onto, typed)),
    saveAsNew: () => noteWriting(form.saveAsNew()),
  };
}

/** Draft of a new item; with the barcode where a scan found no item for it. */
function beginDraft(ean: string | null): Draft {
  if (ean === null) return EMPTY;
  return { ...EMPTY, attributes: [{ key: "ean", kind: "text", text: ean }] };
}

export type ItemForm = ReturnType<typeof useItemForm>;
