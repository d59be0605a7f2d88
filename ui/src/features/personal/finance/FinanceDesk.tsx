/** The person's own money: a month in figures, and the five kinds of records, one at a time. */
import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { readDraft } from "../../../shared/drafts/drafts";
import { RowList } from "../RowList";
import classes from "./finance.module.css";
import { FinanceForm } from "./FinanceForm";
import { FinanceRow } from "./FinanceRow";
import { MONTH, MonthPicker, numbersOf } from "./MonthPicker";
import { DRAFT_OF, isKind, KINDS, type Kind, type Row } from "./nouns";
import { SummaryBox } from "./SummaryBox";
import { TableButtons } from "./TableButtons";
import { usePayment } from "./usePayment";

/** Rows of earlier months that are drawn at first, the newest of them. */
const MOST_EARLIER = 10;

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
    <div className={classes.page} data-open={opened !== null || undefined}>
      <div className={classes.head}>
        <MonthPicker month={month} onPick={(next) => go({ month: next, record: null })} />
        <SegmentedControl
          size="xs"
          aria-label={t("personal.finance.kinds")}
          value={kind}
          data={KINDS.map((value) => ({ value, label: t(`personal.finance.kind.${value}`) }))}
          onChange={(next) => go({ kind: next, record: null })}
        />
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

type RecordsProps = {
  kind: Kind;
  month: string;
  opened: string | null;
  onOpen: (record: string | null) => void;
};

function Records({ kind, month, opened, onOpen }: RecordsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  const { query, rows, earlier } = useRows(kind, month);
  const wanted = fold(text.trim());
  const listFound = (all: readonly Row[]) => all.filter(({ name }) => fold(name).includes(wanted));
  const found = listFound(rows ?? []);
  const overdue = listFound(earlier);
  const hidden = showsAll ? 0 : Math.max(0, overdue.length - MOST_EARLIER);
  const pay = usePayment();
  const form = useFormKey(opened);
  const record = [...(rows ?? []), ...earlier].find(({ id }) => id === opened) ?? readTypedOver(kind, opened);
  const showMade = (stored: Row) => {
    form.noteStored(stored.id);
    onOpen(stored.id);
  };
  return (
    <div className={classes.records}>
      <DeskPanes
        open={opened}
        back={t("personal.finance.back")}
        onBack={() => onOpen(null)}
        list={
          <>
            <ListHead
              add={t(`personal.finance.new.${kind}`)}
              onAdd={() => (opened === "new" ? focusNewForm() : onOpen("new"))}
              search={t("personal.finance.search")}
              text={text}
              onText={setText}
              query={query}
              failed={t("personal.finance.failed")}
            >
              <TableButtons kind={kind} />
            </ListHead>
            {rows && found.length + overdue.length === 0 && (
              <p className={desk.none}>
                {t(
                  rows.length + earlier.length === 0
                    ? `personal.finance.none.${kind}`
                    : "personal.finance.nothing",
                )}
              </p>
            )}
            <RowList
              label={t(`personal.finance.kind.${kind}`)}
              groups={[
                {
                  title: t("personal.finance.earlier"),
                  rows: overdue
                    .slice(hidden)
                    .map((row) => (
                      <FinanceRow
                        key={`${row.id} ${"monthYear" in row ? row.monthYear : ""}`}
                        row={row}
                        isEarlier
                        open={row.id === opened}
                        onOpen={() => onOpen(row.id)}
                        onPay={pay}
                      />
                    )),
                  below: hidden > 0 && (
                    <Button fullWidth size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
                      {t("personal.finance.moreEarlier", { number: hidden })}
                    </Button>
                  ),
                },
                {
                  rows: found.map((row) => (
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
        {opened === null ? (
          <p className={desk.none}>{t("personal.finance.pick")}</p>
        ) : opened !== "new" && !record && !form.isBegunHere ? (
          <Missing isRead={rows !== undefined} isFailed={query.error !== null} />
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
    </div>
  );
}

/** In the place of a record that is not in the list, or not yet. */
function Missing({ isRead, isFailed }: { isRead: boolean; isFailed: boolean }) {
  const { t } = useTranslation();
  if (isRead) return <p className={desk.none}>{t("personal.finance.notHere")}</p>;
  // Why is said at the list.
  return isFailed ? null : <Skeleton height={240} />;
}

/** The record as it was when it was typed over, where it has left the list meanwhile: what is typed stays in sight. */
function readTypedOver(kind: Kind, id: string | null): Row | null {
  return id === null || id === "new"
    ? null
    : (readDraft<Row, unknown>({ kind: DRAFT_OF[kind], id })?.base ?? null);
}

/** The records of a kind in a month, dismissed bills last, with bills of months before that are not paid; debts and investments have no month. */
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
    {
      query: Pick<typeof bills, "error" | "isPending" | "isFetching" | "refetch">;
      rows: Row[] | undefined;
      earlier?: Row[];
    }
  > = {
    bills: {
      query: bills,
      rows: bills.data && [...bills.data.bills, ...bills.data.dismissed],
      earlier: bills.data?.earlier ?? [],
    },
    expenses: { query: expenses as never, rows: expenses.data?.expenses },
    incomes: { query: incomes as never, rows: incomes.data?.incomes },
    debts: { query: debts as never, rows: debts.data?.debts },
    investments: { query: investments as never, rows: investments.data?.investments },
  };
  return { earlier: [], ...all[kind] };
}
