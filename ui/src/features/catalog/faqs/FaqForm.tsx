/** One question with its answer: fields, approval, and both versions where two people saved. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import type { Faq } from "../../../api/types";
import { RecordForm } from "../shared/RecordForm";
import { useRecordForm } from "../shared/useRecordForm";
import { ApprovalLine } from "./ApprovalLine";
import { draftOf, hasSameContent, type FaqDraft, type FaqFormState } from "./draft";
import { FaqFields } from "./FaqFields";
import { useFaqApproval } from "./useFaqApproval";

type Props = { stored: Faq | null; onSaved: (stored: Faq) => void; onGone: () => void };
type FaqKey = Pick<Faq, "id" | "version" | "approvedAt">;

/** The fields as the form calls them. */
const LABELS = {
  question: "faqs.question",
  answer: "faqs.answer",
  tags: "faqs.tags",
  status: "faqs.state",
  externalId: "faqs.externalId",
} as const;

export function FaqForm({ stored, onSaved, onGone }: Props) {
  const { t } = useTranslation();
  const form = useRecordForm<Faq, FaqDraft, FaqKey>({
    kind: "faq",
    stored,
    draftOf,
    keyOf: ({ id, version, approvedAt }) => ({ id, version, approvedAt }),
    create: useCommandMutation("createFaq"),
    update: useCommandMutation("updateFaq"),
    remove: useCommandMutation("deleteFaq"),
    restore: useCommandMutation("restoreFaq"),
    describeSaved: () => t("faqs.saved"),
    describeDeleted: () => t("faqs.deleted"),
    onSaved,
    onGone,
  });
  const { base, changed, theirs, errors } = form;
  useNewerVersion(stored, form);
  const approval = useFaqApproval(form);
  const textOf = (draft: FaqDraft, field: keyof FaqDraft) => {
    if (field === "status") return t(`faqs.states.${draft.status}`);
    return field === "tags" ? draft.tags.join("; ") : (draft[field] ?? "");
  };

  return (
    <RecordForm
      title={t(base ? "faqs.edit" : "faqs.new")}
      form={form}
      draftOf={draftOf}
      words={{ label: (field) => t(LABELS[field]), text: textOf }}
      onCommandEnter={approval.approve}
    >
      <FaqFields form={form} />
      {base && (
        <ApprovalLine
          faq={base}
          changed={changed}
          busy={approval.busy || form.saving}
          disabled={theirs !== null}
          problem={errors.approvedAt}
          onApprove={approval.approve}
          onWithdraw={approval.withdraw}
        />
      )}
    </RecordForm>
  );
}

/** The same content at a newer version, as after an approval in the list, is no conflict. */
function useNewerVersion(stored: Faq | null, { base, draft, changed, rebase }: FaqFormState): void {
  const [seen, setSeen] = useState(stored);
  if (stored === seen) return;
  setSeen(stored);
  if (!base || !stored || stored.version <= base.version) return;
  if (!changed) rebase(stored, draftOf(stored));
  else if (hasSameContent(base, stored)) rebase(stored, draft);
}
