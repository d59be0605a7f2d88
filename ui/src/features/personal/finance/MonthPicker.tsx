/** The month that is looked at: the one before, the next, or any that is typed. */
import { ActionIcon, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./finance.module.css";

/** A month that the program knows, `2026-05`. */
export const MONTH = /^(20[2-9]\d|2100)-(0[1-9]|1[0-2])$/;

export function numbersOf(month: string): { month: number; year: number } {
  return { month: Number(month.slice(5)), year: Number(month.slice(0, 4)) };
}

export function MonthPicker({ month, onPick }: { month: string; onPick: (month: string) => void }) {
  const { t } = useTranslation();
  // A year is typed digit by digit: until it is one, the month that is shown stays.
  const [typed, setTyped] = useState({ month, text: month });
  if (typed.month !== month) setTyped({ month, text: month });
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
        value={typed.text}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped({ month, text });
          if (MONTH.test(text)) onPick(text);
        }}
        onBlur={() => setTyped({ month, text: month })}
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
