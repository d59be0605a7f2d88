/** Approval from the form: what is typed is stored first, and the form goes on from what was approved. */
import { call } from "../../../api/command";
import type { Faq } from "../../../api/types";
import { useStable } from "../../../lib/hooks/useStable";
import { draftOf, type FaqFormState } from "./draft";
import { useApprove } from "./useApprove";

export function useFaqApproval({ base, draft, changed, theirs, rebase, save }: FaqFormState) {
  const { set, busy } = useApprove();
  // An answer may come after more was typed.
  const settle = useStable((faq: Faq) => rebase(faq, changed ? draft : draftOf(faq)));
  const setApproved = (faq: Faq, approved: boolean) =>
    set(faq, approved, () => {
      void call("getFaq", { id: faq.id }).then(settle, () => undefined);
    });
  const approve = () => {
    if (theirs) return;
    if (changed || !base) save((faq) => setApproved(faq, true));
    else if (base.approval !== "approved") setApproved(base, true);
  };
  const withdraw = () => {
    if (base) setApproved(base, false);
  };
  return { approve, withdraw, busy };
}
