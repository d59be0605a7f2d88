/** One list of prices: its name, the days on which it is valid, and the rule that makes its prices. */
import { Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { call } from "../../../../api/command";
import { useCommandMutation } from "../../../../api/hooks";
import { useFormats } from "../../../../i18n/language";
import { NOTE_BELOW } from "../../../../shared/desk/noteBelow";
import { LeaveRecordGuard } from "../../shared/record/LeaveRecordGuard";
import { RecordForm } from "../../shared/record/RecordForm";
import { useRecordForm } from "../../shared/record/useRecordForm";
import classes from "../prices.module.css";
import { RuleFields } from "../RuleFields";
import type { PriceList } from "../types";
import { contentOf, draftOf, type ListDraft } from "./draft";
import { useValidityText } from "./useValidityText";

type Props = {
  stored: PriceList | null;
  /** The list was deleted meanwhile; `stored` is what it was. */
  isGone: boolean;
  onMade: (stored: PriceList) => void;
  onGone: () => void;
};

export function ListForm({ stored, isGone, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const validityText = useValidityText();
  const form = useRecordForm<PriceList, ListDraft>({
    kind: "priceList",
    stored,
    isGone,
    draftOf,
    write: (onto, typed, operationId) =>
      onto
        ? call("updatePriceList", { ...contentOf(typed), id: onto.id, version: onto.version, operationId })
        : call("createPriceList", { ...contentOf(typed), operationId }),
    commands: { reads: "listPriceLists", writes: "updatePriceList" },
    remove: useCommandMutation("deletePriceList"),
    restore: useCommandMutation("restorePriceList"),
    describeSaved: ({ name }) => t("prices.list.saved", { name }),
    describeDeleted: ({ name }) => t("prices.list.deleted", { name }),
    onMade,
    onGone,
  });
  const { base, draft, errors, change } = form;
  // Prices of its own come and go without a save of the list.
  const known = stored ?? base;
  const textOf = (typed: ListDraft, field: keyof ListDraft): string => {
    if (field === "active") return t(typed.active ? "value.yes" : "value.no");
    const value = typed[field];
    if (typeof value === "number") return formats.decimal(value, 4);
    return (field === "validFrom" || field === "validUntil") && value !== "" ? formats.day(value) : value;
  };
  return (
    <RecordForm
      title={t(base ? "prices.list.edit" : "prices.list.new")}
      form={form}
      draftOf={draftOf}
      words={{ label: (field) => t(`prices.list.field.${field}`), text: textOf }}
      footer={<LeaveRecordGuard form={form} />}
    >
      {known && (
        <Text size="sm" c="dimmed">
          {validityText(known)} · {t("prices.list.own", formats.placeCount(known.ownPrices))}
        </Text>
      )}
      <TextInput
        label={t("prices.list.field.name")}
        required
        maxLength={80}
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          type="date"
          label={t("prices.list.field.validFrom")}
          description={t("prices.list.fromNote")}
          inputWrapperOrder={NOTE_BELOW}
          value={draft.validFrom}
          error={errors.validFrom}
          onChange={(event) => change({ validFrom: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("prices.list.field.validUntil")}
          description={t("prices.list.untilNote")}
          inputWrapperOrder={NOTE_BELOW}
          value={draft.validUntil}
          error={errors.validUntil}
          onChange={(event) => change({ validUntil: event.currentTarget.value })}
        />
      </div>
      <RuleFields
        draft={draft}
        of="counter"
        errors={{
          factor: errors["rule.factor"] ?? errors["priceRule.factor"],
          cents: errors["rule.cents"] ?? errors["priceRule.cents"],
        }}
        onChange={change}
      />
      <Text size="sm" c="dimmed">
        {t("prices.list.about")}
      </Text>
      <Textarea
        label={t("prices.list.field.note")}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        value={draft.note}
        error={errors.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <Switch
        label={t("prices.list.field.active")}
        description={t("prices.list.activeNote")}
        checked={draft.active}
        onChange={(event) => change({ active: event.currentTarget.checked })}
      />
    </RecordForm>
  );
}
