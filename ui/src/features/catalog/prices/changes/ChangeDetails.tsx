/** One change of prices: how it stands, its rows from what to what, and what can be done about it. */
import { Badge, Button, Group, Skeleton, Title } from "@mantine/core";
import { IconArrowBackUp, IconBan, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { ErrorNotice } from "../../../../components/ErrorNotice";
import { QueryError } from "../../../../components/QueryError";
import { showToast } from "../../../../components/toast/toasts";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useFormats } from "../../../../i18n/language";
import { useActorName } from "../../../../shared/changes/useActorName";
import classes from "../prices.module.css";
import type { ChangeDetail, PriceChange } from "../types";
import { PriceTable } from "./PriceTable";
import { UndoOutcome } from "./UndoOutcome";
import { useChangeWords } from "./useChangeWords";

export function ChangeDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useCommandQuery("getPriceChange", { id });
  if (query.data) return <Details detail={query.data} onAgain={() => void query.refetch()} />;
  if (query.error) return <QueryError title={t("prices.change.failed")} query={query} />;
  return <Skeleton h={240} aria-busy />;
}

type Props = {
  detail: ChangeDetail;
  /** Reads it again: it stands otherwise than was thought. */
  onAgain: () => void;
};

function Details({ detail: { change, rows, total }, onAgain }: Props) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const words = useChangeWords();
  const state = words.stateOf(change);
  const name = words.nameOf(change);
  return (
    <div className={classes.form}>
      <Group gap="xs">
        <Title order={2} size="h4">
          <DataText text={name} />
        </Title>
        <Badge variant="light" color={state.color}>
          {state.text}
        </Badge>
      </Group>
      <Facts change={change} />
      <Acts change={change} onAgain={onAgain} />
      <PriceTable
        caption={t("prices.change.rowsOf", { name })}
        rows={rows.map(({ outcome, ...row }) => ({
          ...row,
          remark: outcome !== null && outcome !== "applied" && t(`prices.outcome.${outcome}`),
        }))}
      />
      {rows.length < total && (
        <p className={classes.note}>
          {t("prices.preview.cut", { shown: integer(rows.length), total: integer(total) })}
        </p>
      )}
    </div>
  );
}

function Facts({ change }: { change: PriceChange }) {
  const { t } = useTranslation();
  const { integer, placeCount, dateTime } = useFormats();
  const words = useChangeWords();
  const actorName = useActorName();
  const { rows, applied, changedMeanwhile, gone, otherCurrency, failure } = change;
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t("prices.change.of")}</dt>
        <dd>
          <DataText text={words.listOf(change)} />
        </dd>
        <dt>{t("prices.change.when")}</dt>
        <dd>{words.whenOf(change)}</dd>
        <dt>{t("prices.change.by")}</dt>
        <dd>
          <DataText text={actorName(change.createdBy)} />, {dateTime(change.createdAt)}
        </dd>
        <dt>{t("prices.change.count")}</dt>
        <dd>
          {change.state === "applied"
            ? t("prices.change.appliedOf", { applied: integer(applied), rows: integer(rows) })
            : integer(rows)}
          {changedMeanwhile > 0 && ` · ${t("prices.change.changedMeanwhile", placeCount(changedMeanwhile))}`}
          {gone > 0 && ` · ${t("prices.change.gone", placeCount(gone))}`}
          {otherCurrency > 0 && ` · ${t("prices.change.otherCurrency", placeCount(otherCurrency))}`}
        </dd>
      </dl>
      {failure !== null && (
        <p className={classes.bad} role="alert">
          {t("prices.change.failure")} <code>{failure}</code>
        </p>
      )}
    </>
  );
}

function Acts({ change, onAgain }: { change: PriceChange; onAgain: () => void }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const showUndoable = useUndoToast();
  const { id } = change;
  const redo = useCommandMutation("undoPriceChange");
  const takeBack = useCommandMutation("undoPriceChange", {
    // Also where another page was opened meanwhile: it is the only way back.
    onAnswer: ({ change: by, undone }) => {
      const text = t("prices.undo.done", placeCount(undone));
      if (by === null) showToast({ tone: "info", text });
      else showUndoable(text, () => redo.mutateAsync({ id: by, operationId: crypto.randomUUID() }));
    },
  });
  const newRequest = () => ({ id, operationId: crypto.randomUUID() });
  const undo = () => takeBack.mutate(newRequest());
  const apply = useCommandMutation("applyPriceChangeNow", {
    // What a colleague planned is the colleague's to take back.
    onAnswer: ({ applied, undoable }) => {
      const text = t("prices.change.made", placeCount(applied));
      if (undoable) showUndoable(text, () => takeBack.mutateAsync(newRequest()));
      else showToast({ tone: "info", text });
    },
  });
  const cancel = useCommandMutation("cancelPriceChange", {
    onAnswer: () => showToast({ tone: "info", text: t("prices.change.cancelled") }),
  });
  // A colleague, or the day itself, may have been first.
  const again = { onError: onAgain };
  const isBusy = apply.isPending || cancel.isPending || takeBack.isPending;
  const failed = [
    { of: apply, retry: () => apply.mutate({ id }, again) },
    { of: cancel, retry: () => cancel.mutate({ id }, again) },
    { of: takeBack, retry: undo },
  ].find(({ of }) => of.error !== null);
  const error = failed?.of.error;
  return (
    <>
      <Group gap="xs">
        {(change.state === "planned" || change.state === "failed") && (
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            loading={apply.isPending}
            disabled={isBusy}
            onClick={() => apply.mutate({ id }, again)}
          >
            {t("prices.change.applyNow")}
          </Button>
        )}
        {change.state === "planned" && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBan size={14} aria-hidden />}
            loading={cancel.isPending}
            disabled={isBusy}
            onClick={() => cancel.mutate({ id }, again)}
          >
            {t("prices.change.cancel")}
          </Button>
        )}
        {change.undoable && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            loading={takeBack.isPending}
            disabled={isBusy}
            onClick={undo}
          >
            {t("prices.undo.run")}
          </Button>
        )}
      </Group>
      {change.state === "applied" && change.applied > 0 && !change.undoable && !change.isUndone && (
        <p className={classes.note}>{t("prices.undo.notYours")}</p>
      )}
      {failed && error && (
        <ErrorNotice
          title={t("prices.change.notDone")}
          error={error}
          onRetry={failed.retry}
          retrying={isBusy}
        />
      )}
      {takeBack.data && (change.isUndone || takeBack.data.change === null) && (
        <UndoOutcome outcome={takeBack.data} />
      )}
    </>
  );
}
