/** Whether a person approved an answer, and whether it was changed since. Without a word it was not. */
import { IconAlertTriangle, IconRosetteDiscountCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Faq } from "../../api/types";
import { useFormats } from "../../i18n/language";
import classes from "./ApprovalMark.module.css";

type Props = { faq: Pick<Faq, "approval" | "approvedAt"> };

export function ApprovalMark({ faq }: Props) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormats();
  if (faq.approval === "none" || faq.approvedAt === null) return null;
  const changed = faq.approval === "changed";
  const Icon = changed ? IconAlertTriangle : IconRosetteDiscountCheck;
  return (
    <span className={classes.mark} data-changed={changed} title={dateTime(faq.approvedAt)}>
      <Icon size={14} aria-hidden />
      {t(changed ? "faqs.approval.changedSince" : "faqs.approval.on", { date: date(faq.approvedAt) })}
    </span>
  );
}
