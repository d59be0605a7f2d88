/** Words of a card for fields and stored values that a record of the personal assistant has, and no record of the catalog. */
import { useTranslation } from "react-i18next";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useValueText } from "../../../shared/changes/useValueText";

const FIELDS = ["state", "area", "subArea", "content", "type", "confidence"] as const;
const VALUES = [
  "state_active",
  "state_superseded",
  "state_contradicted",
  "state_open",
  "state_done",
  "state_cancelled",
  "state_decided",
  "state_reviewed",
  "area_customers",
  "area_crops",
  "area_professional",
  "area_finance",
  "area_health",
  "area_learning",
  "area_relationships",
  "area_spiritual",
  "type_fact",
  "type_preference",
  "type_memory",
  "type_insight",
  "type_person",
] as const;

type CardWords = {
  labelOf: (field: string) => string;
  spell: (field: string, value: unknown) => string;
};

export function useCardWords(): CardWords {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const spell = useValueText();
  return {
    labelOf: (field) => {
      const known = FIELDS.find((name) => name === field);
      return known === undefined ? label(field) : t(`actions.cardField.${known}`);
    },
    spell: (field, value) => {
      const known =
        typeof value === "string" ? VALUES.find((name) => name === `${field}_${value}`) : undefined;
      return known === undefined ? spell(field, value) : t(`actions.cardValue.${known}`);
    },
  };
}
