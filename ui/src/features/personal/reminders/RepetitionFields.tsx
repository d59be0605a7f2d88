/** How a reminder repeats: one of the usual ways, with the days of a weekly one, or a rule as it is written. */
import { Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language";
import classes from "../personal.module.css";
import { nameWeekday, readRule, REPETITIONS, WEEKDAYS, writeRule, type Repetition } from "./repetition";

type Props = { rule: string; problem: string | undefined; onChange: (rule: string) => void };

export function RepetitionFields({ rule, problem, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const read = readRule(rule);
  // A person who types a rule goes on typing it where it happens to be one of the usual ones.
  const [writes, setWrites] = useState(false);
  const kind = writes ? "other" : read.kind;
  const choose = (next: Repetition["kind"]) => {
    setWrites(next === "other");
    const repetition: Repetition = next === "weekly" ? { kind: next, days: [] } : { kind: next };
    onChange(writeRule(repetition) ?? rule);
  };
  return (
    <>
      <NativeSelect
        label={t("personal.reminders.field.rrule")}
        value={kind}
        error={kind === "other" ? undefined : problem}
        data={REPETITIONS.map((value) => ({ value, label: t(`personal.reminders.repetition.${value}`) }))}
        onChange={(event) => choose(event.currentTarget.value as Repetition["kind"])}
      />
      {kind === "weekly" && read.kind === "weekly" && (
        <fieldset className={classes.set}>
          <legend>{t("personal.reminders.weekdays")}</legend>
          <Group gap="sm">
            {WEEKDAYS.map((day) => (
              <Checkbox
                key={day}
                label={nameWeekday(day, language)}
                checked={read.days.includes(day)}
                onChange={(event) => {
                  const { checked } = event.currentTarget;
                  const days = WEEKDAYS.filter((one) => (one === day ? checked : read.days.includes(one)));
                  onChange(writeRule({ kind: "weekly", days }) ?? rule);
                }}
              />
            ))}
          </Group>
        </fieldset>
      )}
      {kind === "other" && (
        <TextInput
          label={t("personal.reminders.rule")}
          description={t("personal.reminders.ruleNote")}
          value={rule}
          error={problem}
          spellCheck={false}
          onChange={(event) => {
            setWrites(true);
            onChange(event.currentTarget.value);
          }}
        />
      )}
    </>
  );
}
