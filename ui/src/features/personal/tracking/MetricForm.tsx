/** One entry of a metric. */
import { Autocomplete, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { useFormats, useLanguage } from "../../../i18n/language";
import { readNumber } from "../../../lib/amount";
import { DraftForm } from "../form/DraftForm";
import { NOTE_BELOW } from "../../../shared/desk/noteBelow";
import { useDraftForm } from "../form/useDraftForm";
import classes from "../personal.module.css";
import { asRequest, draftOf, KNOWN, type Metric, type MetricDraft } from "./draft";
import { useMetricNames } from "./useMetricNames";

type Props = {
  stored: Metric | null;
  /** What a new entry begins with. */
  usual: Partial<MetricDraft>;
  /** Metrics that there are. */
  types: string[];
  onMade: (stored: Metric) => void;
  onGone: () => void;
  /** Why it could not be read, where it is not there any more. */
  gone?: CommandError | null;
};

export function MetricForm({ stored, usual, types, gone = null, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const language = useLanguage();
  const { nameOf, typeOf } = useMetricNames();
  const draftOfBase = (base: Metric | null) => draftOf(base, usual, nameOf, language);
  const form = useDraftForm<Metric, MetricDraft>({
    kind: "metric",
    gone,
    stored,
    draftOf: draftOfBase,
    check: ({ value }): Record<string, string> => {
      const read = readNumber(value);
      if (!("problem" in read)) return {};
      const readings = read.readings ?? "";
      return {
        value:
          readings === ""
            ? t("personal.tracking.notANumber")
            : t("personal.tracking.ambiguous", { readings }),
      };
    },
    write: (onto, typed, operationId) => {
      const request = { ...asRequest(typed, typeOf), operationId };
      return onto
        ? call("updateMetric", { ...request, id: onto.id, version: onto.version })
        : call("createMetric", request);
    },
    writes: "updateMetric",
    remove: "deleteMetric",
    restore: "restoreMetric",
    words: { saved: t("personal.tracking.saved"), deleted: t("personal.tracking.deleted") },
    onMade,
    onGone,
  });
  const { draft, errors, change } = form;
  const names = [...new Set([...types, ...KNOWN].map(nameOf))];
  return (
    <DraftForm
      title={t(form.base ? "personal.tracking.edit" : "personal.tracking.new")}
      form={form}
      kind="metrics"
      nameOf={({ type }) => nameOf(type)}
      draftOf={draftOfBase}
      words={{
        label: (field) => t(`personal.tracking.field.${field}`),
        text: (typed, field) =>
          field === "date" && typed.date !== "" ? formats.day(typed.date) : typed[field],
      }}
    >
      <Autocomplete
        label={t("personal.tracking.field.type")}
        description={t("personal.tracking.typeNote")}
        required
        data={names}
        comboboxProps={{ withinPortal: false }}
        value={draft.type}
        error={errors.type}
        onChange={(type) => change({ type })}
      />
      <div className={classes.fields}>
        <TextInput
          label={t("personal.tracking.field.value")}
          required
          inputMode="decimal"
          value={draft.value}
          error={errors.value}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
        <TextInput
          label={t("personal.tracking.field.unit")}
          value={draft.unit}
          error={errors.unit}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("personal.tracking.field.date")}
          description={t("personal.tracking.dateNote")}
          inputWrapperOrder={NOTE_BELOW}
          value={draft.date}
          error={errors.date}
          onChange={(event) => change({ date: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t("personal.tracking.field.notes")}
        autosize
        minRows={2}
        maxRows={12}
        value={draft.notes}
        error={errors.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </DraftForm>
  );
}
