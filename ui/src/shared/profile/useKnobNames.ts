/** What the numbers of a profile are called, and what they do, in the person's language. */
import { useTranslation } from "react-i18next";
import type { Kind } from "../../api/types";
import { cleanText } from "../../lib/text/text";
import { knobAt, type Knob } from "./knobs";

export function useKnobNames() {
  const { t } = useTranslation();
  const fieldOf = (knob: Knob) => (knob.field ? t(`field.${knob.field}`) : "");
  const nameOf = (knob: Knob) => t(`knob.${knob.text}.name`, { field: fieldOf(knob) });
  const textOf = (knob: Knob) => t(`knob.${knob.text}.text`);
  /** Of a path such as `items.relevance.vector`; one that this page does not know stands for itself. */
  const nameAt = (path: string) => {
    if (path === "fusion") return t("knob.fusion");
    const kind: Kind = path.startsWith("faqs.") ? "faqs" : "items";
    const knob = knobAt(path, kind);
    if (!knob) return cleanText(path);
    return kind === "faqs" ? t("knob.ofFaqs", { name: nameOf(knob) }) : nameOf(knob);
  };
  return { nameOf, textOf, nameAt };
}
