/** The form of an item: that of any record, with what is wrong in it, suggestions, and one's own work elsewhere. */
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

/** `item` is what is stored as far as we know; null for a new one. */
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
  // Of a new item it is said what is missing only once a save was tried.
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
    // A name alone is no attribute, and a suggestion is none of the record before it is taken over.
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
      // What was new is read next, and is known.
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
    /** What is wrong, here or in the server's eyes. */
    problems: [
      ...(isTried || base !== null ? own : own.filter(({ code }) => code !== "required")),
      ...(isRefused && failure.of === draft
        ? problemsOf(failure.error).map((one) => placeProblem(draft.packages, one))
        : []),
    ],
    error: isRefused ? null : (failure?.error ?? null),
    language,
    change: (part: Partial<Draft>) => change(part),
    /** Takes a suggestion over; `taken` says of which trace, and goes along with the save, whenever that is. */
    accept: (part: Partial<Draft>, taken: Sources) =>
      change(({ sources }) => ({ ...part, sources: { ...sources, ...taken } })),
    discard: () => {
      setTried(false);
      form.discard();
    },
    // Ctrl+Z waits for what is being written.
    save: (part?: Partial<Draft>) => noteWriting(form.save(part)),
    saveMerged: (onto: Item, typed: Draft) => noteWriting(form.saveMerged(onto, typed)),
    saveAsNew: () => noteWriting(form.saveAsNew()),
  };
}

/** A new item; where a barcode was scanned that nothing has, with that. */
function beginDraft(ean: string | null): Draft {
  if (ean === null) return EMPTY;
  return { ...EMPTY, attributes: [{ key: "ean", kind: "text", text: ean }] };
}

export type ItemForm = ReturnType<typeof useItemForm>;
