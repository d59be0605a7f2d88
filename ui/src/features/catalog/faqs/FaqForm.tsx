/** One question with its answer: fields, approval, and both versions where two people saved. */
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import type { Faq } from "../../../api/types";
import { RecordForm } from "../shared/record/RecordForm";
import { useRecordForm } from "../shared/record/useRecordForm";
import { ApprovalLine } from "./ApprovalLine";
import { draftOf, type FaqDraft } from "./draft";
import { FaqFields } from "./FaqFields";
import { useFaqApproval } from "./useFaqApproval";

type Props = {
  stored: Faq | null;
  /** The question was deleted meanwhile; `stored` is what it was. */
  isGone?: boolean;
  onMade: (stored: Faq) => void;
  onGone: () => void;
};

/** The fields as the form calls them. */
const LABELS = {
  question: "faqs.question",
  answer: "faqs.answer",
  tags: "faqs.tags",
  status: "faqs.state",
  externalId: "faqs.externalId",
} as const;

export function FaqForm({ stored, isGone = false, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const form = useRecordForm<Faq, FaqDraft>({
    kind: "faq",
    stored,
    isGone,
    draftOf,
    codeField: "externalId",
    write: (onto, typed, operationId) => {
      if (!onto) return call("createFaq", { ...typed, operationId });
      const { id, version, approvedAt } = onto;
      return call("updateFaq", { ...typed, id, version, approvedAt, operationId });
    },
    commands: { reads: "getFaq", writes: "updateFaq" },
    remove: useCommandMutation("deleteFaq"),
    restore: useCommandMutation("restoreFaq"),
    describeSaved: () => t("faqs.saved"),
    describeDeleted: () => t("faqs.deleted"),
    onMade,
    onGone,
  });
  const { base, changed, newer, errors } = form;
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
      {base && !form.isGone && (
        <ApprovalLine
          faq={base}
          changed={changed}
          busy={approval.busy || form.saving}
          disabled={newer !== null}
          problem={errors.approvedAt}
          onApprove={approval.approve}
          onWithdraw={approval.withdraw}
        />
      )}
    </RecordForm>
  );
}
