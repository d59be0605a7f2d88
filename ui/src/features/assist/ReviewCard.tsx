/** One suggestion of the queue. What is typed over it is a draft of this tab until it is stored or let go of. */
import { useState } from "react";
import type { Data } from "../../api/command";
import { DataText } from "../../components/DataText";
import { readDraft, writeDraft, type DraftKey } from "../../shared/drafts/drafts";
import { useDraftInSight } from "../../shared/drafts/useDrafts";
import { editBoxId, isTypedEdit } from "../../shared/suggestions/edits";
import { SuggestionCard, type Outcome } from "../../shared/suggestions/SuggestionCard";
import { readStoredSuggestion, type AcceptedValue } from "../../shared/suggestions/suggestions";
import { useRepricing } from "../../shared/suggestions/useRepricing";
import classes from "./Review.module.css";

export type Entry = Data<"reviewQueue">["rows"][number];
/** `name` is the item's, by which the draft is listed on other pages. */
export type EntryDraft = { name: string; text: string };

export function draftKey({ traceId, field }: Entry): DraftKey {
  return { kind: "suggestion", id: `${traceId} ${field}` };
}

type Props = {
  entry: Entry;
  active: boolean;
  busy: boolean;
  /** Resolves to whether it is stored. */
  onDecide: (outcome: Outcome, value: AcceptedValue) => Promise<boolean>;
  onMove: (by: 1 | -1) => void;
};

export function ReviewCard({ entry, active, busy, onDecide, onMove }: Props) {
  const key = draftKey(entry);
  const suggestion = readStoredSuggestion(entry.field, entry.suggestion);
  const { currency, packages = [] } = entry.item;
  const whyRepriced = useRepricing();
  const barred = whyRepriced(suggestion, {
    currency,
    hasPackagePrices: packages.some(({ price }) => price !== null && price !== undefined),
  });
  const [text, setText] = useState(() => readDraft<Entry, EntryDraft>(key)?.draft.text ?? null);
  useDraftInSight<Entry, EntryDraft>(key.kind, key.id, ({ draft }) => setText(draft.text));
  const type = (typed: string | null) => {
    setText(typed);
    const draft = { name: entry.item.name, text: typed ?? "" };
    const isUnsaved = typed !== null && isTypedEdit({ suggestion, text: typed });
    writeDraft(key, isUnsaved ? { base: entry, draft, at: new Date().toISOString() } : null);
  };
  const decide = async (outcome: Outcome, value: AcceptedValue) => {
    if (await onDecide(outcome, value)) setText(null);
  };
  return (
    <SuggestionCard
      suggestion={suggestion}
      current={entry.item[entry.field]}
      currentCurrency={currency}
      heading={
        <p className={classes.item}>
          <DataText text={entry.item.name} />
        </p>
      }
      active={active}
      decided={null}
      barred={barred}
      busy={busy}
      text={text}
      boxId={editBoxId({ suggestion, traceId: entry.traceId })}
      onText={type}
      onDecide={(outcome, value) => void decide(outcome, value)}
      onMove={onMove}
    />
  );
}
