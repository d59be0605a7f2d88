/** A reminder in the list: when, how it repeats, about whom; marked as done by its button. */
import { ActionIcon, Badge, Tooltip } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import { useLanguage } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import classes from "../personal.module.css";
import type { Reminder } from "./draft";
import { formatDue, isDueBy, isLate } from "./moments";
import { useRepetitionText } from "./useRepetitionText";

type Props = {
  reminder: Reminder;
  place: Data<"getPersonalState">;
  /** Milliseconds. */
  now: number;
  /** The name of the person it is about. */
  person: string | undefined;
  open: boolean;
  onOpen: () => void;
  onComplete: () => void;
};

export function ReminderRow({ reminder, place, now, person, open, onOpen, onComplete }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const describeRule = useRepetitionText();
  const { id, title, rrule, state } = reminder;
  const late = isLate(reminder, now);
  const today = !late && isDueBy(reminder, place.today, place.timeZone);
  const notes = [rrule !== null && describeRule(rrule), person].filter(Boolean);
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          {(late || today) && (
            <Badge size="xs" variant={late ? "outline" : "default"} mr={6}>
              {t(late ? "personal.reminders.late" : "personal.reminders.today")}
            </Badge>
          )}
          <DataText text={title} />
        </span>
        {formatDue(reminder, place.timeZone, language).map((line) => (
          <span key={line} className={`${desk.rowNote} ${classes.moment}`}>
            <DataText text={line} />
          </span>
        ))}
        {notes.length > 0 && (
          <span className={desk.rowNote}>
            <DataText text={notes.join(" · ")} />
          </span>
        )}
      </button>
      {state === "open" && (
        <Tooltip label={t("personal.reminders.complete")}>
          <ActionIcon
            variant="subtle"
            size="md"
            aria-label={`${t("personal.reminders.complete")}: ${cleanText(title)}`}
            onClick={onComplete}
          >
            <IconCheck size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
