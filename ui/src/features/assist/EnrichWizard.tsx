/** A run in three steps: what for, a sample with the estimated cost, and the start. */
import { Button, Checkbox, Group, Input, NumberInput, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data, Req } from "../../api/command";
import { useCommandMutation } from "../../api/hooks";
import { showToast } from "../../components/toast/toasts";
import { DataText } from "../../components/DataText";
import { ErrorNotice } from "../../components/ErrorNotice";
import { useFormats } from "../../i18n/language";
import { FilterBar } from "../../shared/filters/FilterBar";
import { queryOf, type GridState } from "../../shared/filters/gridState";
import { formatSuggestion, suggestionsOf, type AssistField } from "../../shared/suggestions/suggestions";
import classes from "./Review.module.css";

type Request = Req<"previewEnrichment">;
type Preview = Data<"previewEnrichment">;

const ALL: GridState = { text: "", filters: [], sort: [] };
const FIELDS: readonly AssistField[] = ["category", "price", "tags", "description"];

export function EnrichWizard() {
  const { t } = useTranslation();
  const [fields, setFields] = useState<AssistField[]>(["category", "tags"]);
  const [only, setOnly] = useState<"missing" | "stale">("missing");
  const [listed, setListed] = useState<GridState>(ALL);
  const [budget, setBudget] = useState<number | null>(null);
  const preview = useCommandMutation("previewEnrichment");
  const start = useCommandMutation("startEnrichment");
  const request: Request = { fields, only, query: queryOf(listed), budgetUsd: budget };
  const change = (work: () => void) => {
    work();
    preview.reset();
    start.reset();
  };
  const error = preview.error ?? start.error;

  return (
    <section className={classes.box} aria-labelledby="enrich-title">
      <h2 className={classes.title} id="enrich-title">
        {t("assist.run.title")}
      </h2>
      <Checkbox.Group
        label={t("assist.run.fields")}
        value={fields}
        onChange={(value) => change(() => setFields(value))}
      >
        <Group gap="8px 16px" mt={6}>
          {FIELDS.map((field) => (
            <Checkbox key={field} value={field} label={t(`assist.field.${field}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <SegmentedControl
        aria-label={t("assist.run.only")}
        value={only}
        onChange={(value) => change(() => setOnly(value))}
        data={(["missing", "stale"] as const).map((value) => ({ value, label: t(`assist.run.${value}`) }))}
      />
      <TextInput
        label={t("assist.run.text")}
        value={listed.text}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change(() => setListed({ ...listed, text: value }));
        }}
      />
      <div>
        <Input.Label component="p" className={classes.label}>
          {t("assist.run.filters")}
        </Input.Label>
        <div className={classes.chips}>
          <FilterBar state={listed} onChange={(part) => change(() => setListed({ ...listed, ...part }))} />
        </div>
      </div>
      <NumberInput
        label={t("assist.run.budget")}
        value={budget ?? ""}
        min={0.01}
        decimalScale={2}
        onChange={(value) => change(() => setBudget(typeof value === "number" && value > 0 ? value : null))}
      />
      <Button
        variant="light"
        disabled={fields.length === 0}
        loading={preview.isPending}
        onClick={() => preview.mutate(request)}
      >
        {t("assist.run.preview")}
      </Button>
      {error && (
        <ErrorNotice title={t("assist.failed")} error={error} onRetry={() => preview.mutate(request)} />
      )}
      {preview.data && (
        <>
          <PreviewOf preview={preview.data} />
          <Button
            disabled={preview.data.items === 0}
            loading={start.isPending}
            onClick={() =>
              start.mutate(
                { ...request, operationId: crypto.randomUUID() },
                {
                  onSuccess: () => {
                    preview.reset();
                    showToast({ tone: "info", text: t("assist.run.started") });
                  },
                },
              )
            }
          >
            {t("assist.run.start", { count: preview.data.items })}
          </Button>
        </>
      )}
    </section>
  );
}

function PreviewOf({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { estimate } = preview;
  const cost =
    estimate.model === null
      ? t("assist.run.free")
      : estimate.costUsd === null
        ? t("assist.run.costUnknown", { model: estimate.model })
        : t("assist.run.cost", {
            model: estimate.model,
            cost: formats.cost(estimate.costUsd),
            count: estimate.basedOn,
          });
  return (
    <div role="status">
      <p className={classes.plain}>{t("assist.run.items", { count: preview.items })}</p>
      <p className={classes.plain}>{cost}</p>
      {preview.sample.map(({ item, response }) => (
        <div key={item.id}>
          <p className={classes.item}>
            <DataText text={item.name} />
          </p>
          <ul className={classes.sample}>
            {suggestionsOf(response).map((one) => (
              <li key={one.field}>
                {t(`assist.field.${one.field}`)} ({formats.percent(one.confidence)}):{" "}
                <DataText text={formatSuggestion(one.value, one.currency, formats)} />
              </li>
            ))}
            {suggestionsOf(response).length === 0 && <li>{t("assist.nothing")}</li>}
          </ul>
        </div>
      ))}
    </div>
  );
}
