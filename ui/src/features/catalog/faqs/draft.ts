/** What the form of a question holds of it. */
import type { Faq } from "../../../api/types";
import type { RecordFormState } from "../shared/record/useRecordForm";

export type FaqDraft = Pick<Faq, "question" | "answer" | "tags" | "status" | "externalId">;
export type FaqFormState = RecordFormState<Faq, FaqDraft>;

export function draftOf(faq: Faq | null): FaqDraft {
  const { question = "", answer = "", tags = [], status = "rascunho", externalId = null } = faq ?? {};
  return { question, answer, tags, status, externalId };
}
