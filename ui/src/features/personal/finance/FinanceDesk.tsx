/** The person's own money: a month in figures, and the five kinds of records, one at a time. */
import { ActionIcon, Button, SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { RowList } from "../RowList";
import classes from "./finance.module.css";
import { FinanceForm } from "./FinanceForm";
import { FinanceRow } from "./FinanceRow";
import { isKind, KINDS, type Kind, type Row } from "./nouns";
import { SummaryBox } from "./SummaryBox";
import { TableButtons } from "./TableButtons";
import { usePayment } from "./usePayment";

const MONTH = /^(20[2-9]\d|2100)-(0[1-9]|1[0-2])$/;

export function FinanceDesk({ state }: { state: Data<"getPersonalState"> }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const asked = params.get("kind");
  const kind = isKind(asked) ? asked : "bills";
  const askedMonth = params.get("month") ?? "";
  const month = MONTH.test(askedMonth) ? askedMonth : state.today.slice(0, 7);
  const opened = params.get("record");
  const go = (next: { kind?: Kind; month?: string; record?: string | null }) => {
    const to = { kind, month, record: opened, ...next };
    setParams({ kind: to.kind, month: to.month, ...(to.record !== null && { record: to.record }) });
  };
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <MonthPicker month={month} onPick={(next) => go({ month: next, record: null })} />
        <SegmentedControl
          aria-label={t("personal.finance.kinds")}
          value={kind}
          data={KINDS.map((value) => ({ value, label: t(`personal.finance.kind.${value}`) }))}
          onChange={(next) => go({ kind: next, record: null })}
        />
        <TableButtons kind={kind} />
      </div>
      <SummaryBox {...numbersOf(month)} />
      <Records
        key={`${kind} ${month}`}
        kind={kind}
        month={month}
        opened={opened}
        onOpen={(record) => go({ record })}
      />
    </div>
  );
}

function numbersOf(month: string): { month: number; year: number } {
  return { month: Number(month.slice(5)), year: Number(month.slice(0, 4)) };
}

function MonthPicker({ month, onPick }: { month: string; onPick: (month: string) => void }) {
  const { t } = useTranslation();
  const step = (by: number) => {
    const { month: number, year } = numbersOf(month);
    const next = new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
    if (MONTH.test(next)) onPick(next);
  };
  return (
    <div className={classes.head} role="group" aria-label={t("personal.finance.month")}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("personal.finance.before")}
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={17} aria-hidden />
      </ActionIcon>
      <TextInput
        type="month"
        aria-label={t("personal.finance.month")}
        value={month}
        onChange={(event) => MONTH.test(event.currentTarget.value) && onPick(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("personal.finance.after")}
        onClick={() => step(1)}
      >
        <IconChevronRight size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}

type RecordsProps = {
  kind: Kind;
  month: string;
  opened: string | null;
  onOpen: (record: string | null) => void;
};

function Records({ kind, month, opened, onOpen }: RecordsProps) {
  const { t } = useTranslation();
  const { query, rows } = useRows(kind, month);
  const pay = usePayment(month);
  const form = useFormKey(opened);
  const record = rows?.find(({ id }) => id === opened) ?? null;
  const showMade = (stored: Row) => {
    form.noteStored(stored.id);
    onOpen(stored.id);
  };
  return (
    <DeskPanes
      open={opened}
      back={t("personal.finance.back")}
      onBack={() => onOpen(null)}
      list={
        <>
          <Button
            variant="light"
            leftSection={<IconPlus size={17} aria-hidden />}
            onClick={() => (opened === "new" ? focusNewForm() : onOpen("new"))}
          >
            {t(`personal.finance.new.${kind}`)}
          </Button>
          {!rows &&
            (query.error ? (
              <QueryError title={t("personal.finance.failed")} query={query} />
            ) : (
              <Skeleton height={160} />
            ))}
          {rows?.length === 0 && <p className={desk.none}>{t(`personal.finance.none.${kind}`)}</p>}
          <RowList
            label={t(`personal.finance.kind.${kind}`)}
            groups={[
              {
                rows: (rows ?? []).map((row) => (
                  <FinanceRow
                    key={row.id}
                    row={row}
                    open={row.id === opened}
                    onOpen={() => onOpen(row.id)}
                    onPay={pay}
                  />
                )),
              },
            ]}
          />
        </>
      }
    >
      {opened === null || (opened !== "new" && !record && !form.isBegunHere) ? (
        <p className={desk.none}>{t("personal.finance.pick")}</p>
      ) : (
        <FinanceForm
          key={form.key}
          kind={kind}
          month={month}
          stored={record}
          onMade={showMade}
          onGone={() => onOpen(null)}
        />
      )}
    </DeskPanes>
  );
}

/** The records of a kind in a month; debts and investments are of every month. */
function useRows(kind: Kind, month: string) {
  const of = numbersOf(month);
  const when = (one: Kind) => ({ enabled: kind === one, placeholderData: keepPreviousData });
  const bills = useCommandQuery("listBills", of, when("bills"));
  const expenses = useCommandQuery("listExpenses", of, when("expenses"));
  const incomes = useCommandQuery("listIncomes", of, when("incomes"));
  const debts = useCommandQuery("listDebts", {}, when("debts"));
  const investments = useCommandQuery("listInvestments", {}, when("investments"));
  const all: Record<
    Kind,
    { query: Pick<typeof bills, "error" | "isFetching" | "refetch">; rows: Row[] | undefined }
  > = {
    bills: { query: bills, rows: bills.data?.bills },
    expenses: { query: expenses as never, rows: expenses.data?.expenses },
    incomes: { query: incomes as never, rows: incomes.data?.incomes },
    debts: { query: debts as never, rows: debts.data?.debts },
    investments: { query: investments as never, rows: investments.data?.investments },
  };
  return all[kind];
}
