/** A record in the list: name, amounts, and for a bill its day, its state and the button that pays it. */
import { ActionIcon, Badge, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import type { Row } from "./nouns";
import type { PaymentAct } from "./usePayment";

/** What the button of a bill does, by how the bill stands. */
const ACTS = {
  pending: "pay",
  overdue: "pay",
  paid: "unpay",
  dismissed: "undismiss",
} as const;

type Props = {
  row: Row;
  open: boolean;
  onOpen: () => void;
  onPay: (bill: { id: string; monthYear: string }, act: PaymentAct) => void;
  /** Whether it is of a month before the one that is shown. */
  isEarlier?: boolean;
};

export function FinanceRow({ row, open, onOpen, onPay, isEarlier = false }: Props) {
  const { t } = useTranslation();
  const describe = useDescription();
  const isBill = "status" in row;
  const settling = isBill ? ACTS[row.status] : "pay";
  const isSettled = settling !== "pay";
  const dismissal = t("personal.finance.dismiss");
  const act = t(`personal.finance.${settling}`);
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={row.id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          {isBill && row.status !== "pending" && (
            <Badge size="xs" variant={row.status === "overdue" ? "outline" : "default"} mr={6}>
              {t(`personal.finance.status.${row.status}`)}
            </Badge>
          )}
          <DataText text={row.name} />
        </span>
        <span className={desk.rowNote}>{describe(row, isEarlier)}</span>
      </button>
      {isBill && (
        <Tooltip label={act}>
          <ActionIcon
            variant="subtle"
            size="md"
            aria-label={`${act}: ${cleanText(row.name)}`}
            onClick={() => onPay(row, settling)}
          >
            {isSettled ? <IconArrowBackUp size={17} aria-hidden /> : <IconCheck size={17} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
      {isBill && row.status === "overdue" && (
        <Tooltip label={dismissal}>
          <ActionIcon
            variant="subtle"
            size="md"
            aria-label={`${dismissal}: ${cleanText(row.name)}`}
            onClick={() => onPay(row, "dismiss")}
          >
            <IconX size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function useDescription(): (row: Row, isEarlier: boolean) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? "–" : formats.price(amount, "BRL");
  return (row, isEarlier) => {
    if ("status" in row && isEarlier)
      return t("personal.finance.row.earlier", {
        amount: money(row.amount),
        month: formats.month(new Date(`${row.monthYear}-01T00:00`)),
      });
    if ("status" in row)
      return t("personal.finance.row.bill", { amount: money(row.amountPaid ?? row.amount), day: row.dueDay });
    if ("expectedAmount" in row)
      return t("personal.finance.row.planned", {
        planned: money(row.expectedAmount),
        actual: money(row.actualAmount),
      });
    if ("totalAmount" in row)
      return t("personal.finance.row.debt", {
        remaining: money(row.totalRemaining),
        paid: row.paidInstallments,
        total: row.totalInstallments,
      });
    return t("personal.finance.row.investment", {
      now: money(row.currentAmount),
      goal: money(row.goalAmount),
    });
  };
}
