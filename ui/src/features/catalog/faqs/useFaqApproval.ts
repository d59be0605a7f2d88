/** Approval from the form: what is typed is stored first, and the form goes on from what was approved. */
import type { FaqFormState } from "./draft";
import { useApprove } from "./useApprove";

export function useFaqApproval({ base, changed, newer, save }: FaqFormState) {
  const { set, busy } = useApprove();
  const approve = async () => {
    if (newer) return;
    if (!changed && base?.approval === "approved") return;
    const faq = changed || !base ? await save() : base;
    if (faq) set(faq, true);
  };
  const withdraw = () => {
    if (base) set(base, false);
  };
  return { approve: () => void approve(), withdraw, busy };
}
