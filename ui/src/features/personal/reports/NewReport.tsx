/** Makes a report now: its kind, and for some whom or what it is about. */
import { Button, Checkbox, Group, NativeSelect, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { cleanText } from "../../../lib/text/text";
import { KINDS, type Report, type ReportKind } from "./kinds";

/** People and decisions that can be chosen. */
const MOST = 500;

export function NewReport({ onMade }: { onMade: (report: Report) => void }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [kind, setKind] = useState<ReportKind>("morning");
  const [subject, setSubject] = useState("");
  const [occasion, setOccasion] = useState("");
  const [budget, setBudget] = useState("");
  const [withModel, setWithModel] = useState(false);
  const isGift = kind === "gift";
  const hasSubject = isGift || kind === "decision";
  const people = useCommandQuery("listPeople", { limit: MOST }, { enabled: isGift });
  const decisions = useCommandQuery("listDecisions", { limit: MOST }, { enabled: kind === "decision" });
  const subjects = isGift
    ? (people.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: cleanText(name) }))
    : (decisions.data ?? []).map(({ id, title }) => ({ value: id, label: cleanText(title) }));
  const { mutate, isPending } = useCommandMutation("makeReport");
  const make = () =>
    mutate(
      {
        kind,
        ...(hasSubject && { subjectId: subject }),
        ...(isGift && occasion.trim() !== "" && { occasion }),
        ...(isGift && budget.trim() !== "" && { budget }),
        withModel,
        operationId: crypto.randomUUID(),
      },
      { onSuccess: onMade, onError: showError },
    );
  return (
    <section aria-label={t("personal.reports.new.title")}>
      <Title order={2} size="h4">
        {t("personal.reports.new.title")}
      </Title>
      <NativeSelect
        label={t("personal.reports.kindLabel")}
        value={kind}
        onChange={(event) => {
          setKind(event.currentTarget.value as ReportKind);
          setSubject("");
        }}
        data={KINDS.map((value) => ({ value, label: t(`personal.reports.kind.${value}`) }))}
      />
      {hasSubject && (
        <NativeSelect
          label={isGift ? t("personal.reports.new.person") : t("personal.reports.new.decision")}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
          data={[{ value: "", label: t("personal.reports.new.choose") }, ...subjects]}
        />
      )}
      {isGift && (
        <>
          <TextInput
            label={t("personal.reports.new.occasion")}
            maxLength={200}
            value={occasion}
            onChange={(event) => setOccasion(event.currentTarget.value)}
          />
          <TextInput
            label={t("personal.reports.new.budget")}
            inputMode="decimal"
            value={budget}
            onChange={(event) => setBudget(event.currentTarget.value)}
          />
        </>
      )}
      <Checkbox
        mt="sm"
        label={t("personal.reports.new.withModel")}
        description={t("personal.reports.new.withModelNote")}
        checked={withModel}
        onChange={(event) => setWithModel(event.currentTarget.checked)}
      />
      <Group mt="sm">
        <Button loading={isPending} disabled={hasSubject && subject === ""} onClick={make}>
          {t("personal.reports.new.make")}
        </Button>
      </Group>
    </section>
  );
}
