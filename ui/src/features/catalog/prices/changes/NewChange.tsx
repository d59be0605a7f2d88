/** A change of prices that is being said: what, for which items, what it would do, when. Looked at, then made. */
import { Button, Group, NumberInput, SegmentedControl, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconRefreshAlert } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { ErrorNotice } from "../../../../components/ErrorNotice";
import { Notice } from "../../../../components/Notice";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useFormats, useLanguage } from "../../../../i18n/language";
import { focusFirstField } from "../../../../shared/desk/firstField";
import { NOTE_BELOW } from "../../../../shared/desk/noteBelow";
import { useFieldErrors } from "../../../../shared/forms/fieldErrors";
import { LeaveRecordGuard } from "../../shared/record/LeaveRecordGuard";
import { localDay } from "../lists/validity";
import classes from "../prices.module.css";
import { CentsField, RuleFields } from "../RuleFields";
import type { PreviewRequest } from "../types";
import { ChangePreview } from "./ChangePreview";
import { previewOf, WAYS } from "./draft";
import { ListChoice, ScopeFields } from "./ScopeFields";
import { useChangeDraft } from "./useChangeDraft";
import { useMakeChange } from "./useMakeChange";

type Props = { onMade: (id: string) => void };

export function NewChange({ onMade }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const language = useLanguage();
  const showUndoable = useUndoToast();
  const { draft, isBegun, change, forget, noteDraft } = useChangeDraft();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirstField(form.current), []);

  const wanted = JSON.stringify(previewOf(draft));
  const [settled] = useDebouncedValue(wanted, 250);
  const request = JSON.parse(settled) as PreviewRequest | null;
  const preview = useCommandQuery("previewPriceChange", request ?? NOTHING, {
    enabled: request !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const isCurrent = settled === wanted && request !== null && !preview.isFetching && !preview.error;
  const current = isCurrent ? preview.data : undefined;
  const making = useMakeChange({
    onMade: (id) => {
      forget();
      onMade(id);
    },
    onStale: () => void preview.refetch(),
  });
  const isStale = making.error?.code === "selection_changed";
  const errors = useFieldErrors()(making.error);
  const dayIsGiven = !draft.isPlanned || draft.day !== "";
  const isReady =
    current !== undefined && current.changed > 0 && draft.name.trim() !== "" && dayIsGiven && !making.isBusy;
  const make = () => {
    if (!isReady || !request || !current) return;
    const effectiveOn = draft.isPlanned ? draft.day : null;
    making.make({ ...request, name: draft.name, effectiveOn, digest: current.digest });
  };
  const discard = () => {
    const bringBack = noteDraft();
    forget();
    showUndoable(t("drafts.discarded"), bringBack);
  };
  const count = formats.placeCount(current?.changed ?? 0);
  return (
    <form
      ref={form}
      data-new
      className={classes.form}
      aria-label={t("prices.change.new")}
      onSubmit={(event) => {
        event.preventDefault();
        // The form of a condition is in the tree, though not on the page, below this one.
        if (event.target === event.currentTarget) make();
      }}
    >
      <Title order={2} size="h4">
        {t("prices.change.new")}
      </Title>
      <TextInput
        label={t("prices.change.name")}
        placeholder={t("prices.change.nameHint")}
        required
        maxLength={120}
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ListChoice draft={draft} onChange={change} />
      <SegmentedControl
        aria-label={t("prices.change.what")}
        value={draft.way}
        onChange={(way) => change({ way })}
        data={WAYS.map((value) => ({ value, label: t(`prices.change.way.${value}`) }))}
      />
      {draft.way === "percent" ? (
        <div className={classes.pair}>
          <NumberInput
            label={t("prices.change.percent")}
            description={t("prices.change.percentNote")}
            inputWrapperOrder={NOTE_BELOW}
            value={draft.percent}
            required
            min={-99}
            max={9900}
            decimalScale={2}
            decimalSeparator={language === "en" ? "." : ","}
            rightSection="%"
            onChange={(percent) => change({ percent })}
          />
          <CentsField value={draft.cents} onChange={(cents) => change({ cents })} />
        </div>
      ) : (
        <RuleFields draft={draft} of="cost" required onChange={change} />
      )}
      <ScopeFields draft={draft} onChange={change} />
      <ChangePreview preview={preview} waiting={request === null} />
      <div className={classes.pair}>
        <SegmentedControl
          aria-label={t("prices.change.when")}
          value={draft.isPlanned ? "day" : "now"}
          onChange={(when) => change({ isPlanned: when === "day" })}
          data={(["now", "day"] as const).map((value) => ({
            value,
            label: t(`prices.change.whenIs.${value}`),
          }))}
        />
        {draft.isPlanned && (
          <TextInput
            type="date"
            label={t("prices.change.day")}
            required
            description={t("prices.change.dayNote")}
            inputWrapperOrder={NOTE_BELOW}
            min={localDay(1)}
            value={draft.day}
            error={errors.effectiveOn}
            onChange={(event) => change({ day: event.currentTarget.value })}
          />
        )}
      </div>
      {isStale && (
        <Notice icon={<IconRefreshAlert size={18} />} tone="wait">
          {t("prices.change.stale")}
        </Notice>
      )}
      {making.error && !isStale && (
        <ErrorNotice
          title={t("prices.change.notMade")}
          error={making.error}
          onRetry={making.retry}
          retrying={making.isBusy}
        />
      )}
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {t(draft.isPlanned ? "prices.change.cancellable" : "prices.change.undoable")}
        </Text>
        <Group gap="xs">
          {isBegun && (
            <Button variant="default" onClick={discard}>
              {t("action.discard")}
            </Button>
          )}
          <Button type="submit" disabled={!isReady} loading={making.isBusy}>
            {!current || !dayIsGiven
              ? t("prices.change.make")
              : draft.isPlanned
                ? t("prices.change.plan", { ...count, day: formats.day(draft.day) })
                : t("prices.change.makeNow", count)}
          </Button>
        </Group>
      </Group>
      <LeaveRecordGuard
        form={{ saving: making.isBusy, forget, listUnsaved: () => (isBegun ? ["change"] : []) }}
      />
    </form>
  );
}

/** Never asked: a query has a request also while it is not wanted. */
const NOTHING: PreviewRequest = { list: null, what: { percent: 0 }, selection: { ids: [] } };
