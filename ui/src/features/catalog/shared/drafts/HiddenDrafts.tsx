/** On the pages that have forms: those out of sight that hold something unsaved, and the ways back to them. */
import { ActionIcon, Button } from "@mantine/core";
import { IconPencilExclamation, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { DataText } from "../../../../components/DataText";
import { Notice } from "../../../../components/Notice";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useFormats } from "../../../../i18n/language";
import {
  DECISIONS_PATH,
  FAQS_PATH,
  FIELDS_PATH,
  FINANCE_PATH,
  ITEMS_PATH,
  MEMORY_PATH,
  PEOPLE_PATH,
  PRICES_PATH,
  REMINDERS_PATH,
  REVIEW_PATH,
  SYNONYMS_PATH,
  TRACKING_PATH,
} from "../../../../shared/catalog/address";
import {
  bringDraftBack,
  readDraft,
  writeDraft,
  type DraftKind,
  type ListedDraft,
} from "../../../../shared/drafts/drafts";
import classes from "./HiddenDrafts.module.css";
import { useHiddenDrafts } from "../../../../shared/drafts/useDrafts";

/** Forms that are named; the rest is counted. */
const NAMED = 4;
type Place = {
  path: string;
  /** What names the record in the address, where that does. */
  name: string | null;
  /** What else stands in the address. */
  beside?: Record<string, string>;
};
/** Where the form of a kind is. */
const PLACES: Record<DraftKind, Place> = {
  item: { path: ITEMS_PATH, name: "item" },
  faq: { path: FAQS_PATH, name: "faq" },
  synonym: { path: SYNONYMS_PATH, name: "group" },
  priceList: { path: PRICES_PATH, name: "list", beside: { part: "lists" } },
  field: { path: FIELDS_PATH, name: "field" },
  priceChange: { path: PRICES_PATH, name: "change", beside: { part: "changes" } },
  suggestion: { path: REVIEW_PATH, name: null },
  person: { path: PEOPLE_PATH, name: "person" },
  reminder: { path: REMINDERS_PATH, name: "reminder" },
  decision: { path: DECISIONS_PATH, name: "decision" },
  metric: { path: TRACKING_PATH, name: "entry" },
  knowledge: { path: MEMORY_PATH, name: "item" },
  bill: { path: FINANCE_PATH, name: "record", beside: { kind: "bills" } },
  expense: { path: FINANCE_PATH, name: "record", beside: { kind: "expenses" } },
  income: { path: FINANCE_PATH, name: "record", beside: { kind: "incomes" } },
  debt: { path: FINANCE_PATH, name: "record", beside: { kind: "debts" } },
  investment: { path: FINANCE_PATH, name: "record", beside: { kind: "investments" } },
};

export function HiddenDrafts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const drafts = useHiddenDrafts();
  const more = drafts.length - NAMED;
  if (drafts.length === 0) return null;
  return (
    <div className={classes.bar}>
      <Notice icon={<IconPencilExclamation size={18} />} tone="wait">
        <div className={classes.line}>
          <span>{t("drafts.title", formats.placeCount(drafts.length))}</span>
          {drafts.slice(0, NAMED).map((draft) => (
            <Entry key={`${draft.kind} ${draft.id}`} draft={draft} />
          ))}
          {more > 0 && <span>{t("drafts.more", formats.placeCount(more))}</span>}
          {drafts.some(({ hasRoom }) => !hasRoom) && <span>{t("grid.unsaved.noRoom")}</span>}
        </div>
      </Notice>
    </div>
  );
}

function Entry({ draft }: { draft: ListedDraft }) {
  const { t } = useTranslation();
  const open = useOpenDraft();
  const discard = useDiscard();
  const name = draft.title || t(`drafts.unnamed.${draft.kind}`);
  return (
    <span className={classes.entry}>
      <Button
        className={classes.open}
        size="compact-xs"
        variant="default"
        onClick={() => open(draft)}
        aria-label={t("drafts.open", { name })}
        title={t("drafts.open", { name })}
      >
        <DataText text={name} />
      </Button>
      <ActionIcon
        size={22}
        onClick={() => discard(draft)}
        aria-label={t("drafts.discard", { name })}
        title={t("drafts.discard", { name })}
      >
        <IconX size={14} />
      </ActionIcon>
    </span>
  );
}

/** On its own page what is listed there stays. */
function useOpenDraft(): (draft: ListedDraft) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return ({ kind, id }) => {
    const { path, name, beside = {} } = PLACES[kind];
    const params = new URLSearchParams(pathname === path ? search : "");
    for (const [key, value] of Object.entries(beside)) params.set(key, value);
    if (name !== null) params.set(name, id);
    void navigate(`${path}?${params.toString()}`);
  };
}

function useDiscard(): (draft: ListedDraft) => void {
  const { t } = useTranslation();
  const showUndoable = useUndoToast();
  return (draft) => {
    const kept = readDraft(draft);
    writeDraft(draft, null);
    if (kept) showUndoable(t("drafts.discarded"), () => bringDraftBack(draft, kept));
  };
}
