/** Metrics: those that have entries, and the one that is open with its plot, or an entry of it. */
import { Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useFormats, useLanguage } from "../../../i18n/language";
import { cleanText, fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { useGoneDraft } from "../form/useGoneDraft";
import { RowList } from "../RowList";
import type { Metric, MetricType } from "./draft";
import { MetricForm } from "./MetricForm";
import { MetricView } from "./MetricView";
import { TableButtons } from "./TableButtons";
import { useMetricNames } from "./useMetricNames";

type Props = { state: Data<"getPersonalState"> };

export function TrackingDesk({ state }: Props) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState("");
  const query = useCommandQuery("listMetricTypes", {});
  const { nameOf } = useMetricNames();
  const metric = params.get("metric");
  const entry = params.get("entry");
  const show = (type: string | null, id?: string) =>
    setParams({ ...(type !== null && { metric: type }), ...(id !== undefined && { entry: id }) });
  const form = useFormKey(entry);
  const client = useQueryClient();
  const language = useLanguage();
  const showMade = (made: Metric) => {
    // What was new is read next, and is known.
    client.setQueryData(["getMetric", language, { id: made.id }], made);
    form.noteStored(made.id);
    show(made.type, made.id);
  };
  const types = query.data ?? [];
  const found = types.filter(({ type }) => fold(nameOf(type)).includes(fold(text.trim())));
  const opened = types.find(({ type }) => type === metric);
  return (
    <DeskPanes
      open={entry ?? metric}
      back={entry !== null && metric !== null ? cleanText(nameOf(metric)) : t("personal.tracking.back")}
      onBack={() => show(entry === null ? null : metric)}
      list={
        <>
          <ListHead
            add={t("personal.tracking.new")}
            onAdd={() => (entry === "new" ? focusNewForm() : show(metric, "new"))}
            search={t("personal.tracking.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("personal.tracking.failed")}
          >
            <TableButtons />
          </ListHead>
          {query.data && found.length === 0 && (
            <p className={desk.none}>
              {t(types.length === 0 ? "personal.tracking.none" : "personal.tracking.nothing")}
            </p>
          )}
          <RowList
            label={t("personal.tracking.list")}
            groups={[
              {
                rows: found.map((one) => (
                  <TypeRow
                    key={one.type}
                    one={one}
                    open={one.type === metric}
                    onOpen={() => show(one.type)}
                  />
                )),
              },
            ]}
          />
        </>
      }
    >
      {entry !== null ? (
        <OpenedMetric
          key={form.key}
          id={entry}
          usual={{
            type: metric === null ? "" : nameOf(metric),
            unit: opened?.unit ?? "",
            date: state.today,
          }}
          types={types.map(({ type }) => type)}
          onMade={showMade}
          onGone={() => show(metric)}
        />
      ) : metric !== null ? (
        <MetricView
          key={metric}
          type={metric}
          types={types.map(({ type }) => type)}
          onNew={() => show(metric, "new")}
          onEntry={(id) => show(metric, id)}
        />
      ) : (
        <p className={desk.none}>{t("personal.tracking.pick")}</p>
      )}
    </DeskPanes>
  );
}

type RowProps = { one: MetricType; open: boolean; onOpen: () => void };

function TypeRow({ one: { type, entries, last }, open, onOpen }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { nameOf } = useMetricNames();
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={type} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          <DataText text={nameOf(type)} />
        </span>
        <span className={desk.rowNote}>
          {t("personal.tracking.count", { count: entries, day: formats.day(last) })}
        </span>
      </button>
    </li>
  );
}

type OpenedProps = Pick<Parameters<typeof MetricForm>[0], "usual" | "types" | "onMade" | "onGone"> & {
  id: string;
};

function OpenedMetric({ id, ...rest }: OpenedProps) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getMetric", { id }, { enabled: !isNew });
  const gone = useGoneDraft<Metric>("metric", id, query);
  if (isNew || query.data || gone) {
    const stored = isNew ? null : (query.data ?? gone?.base ?? null);
    return <MetricForm stored={stored} gone={gone?.error ?? null} {...rest} />;
  }
  return query.error ? (
    <QueryError title={t("personal.tracking.failed")} query={query} />
  ) : (
    <Skeleton height={240} />
  );
}
