/** Reminders that came due, each with its way to be done. */
import { Anchor, Button } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Data } from "../../../api/command";
import { REMINDERS_PATH } from "../../../shared/catalog/address";
import { useCompleteReminder } from "../../../shared/personal/useCompleteReminder";
import { SNOOZE_MINUTES, useSnoozeReminder } from "../../../shared/personal/useSnoozeReminder";
import classes from "./About.module.css";

/** Reminders that have room above a conversation; the page of reminders has all. */
const MOST = 2;

type Props = { waiting: Data<"getWaiting"> };

export function DueReminderList({ waiting }: Props) {
  const { t } = useTranslation();
  const complete = useCompleteReminder();
  const snooze = useSnoozeReminder();
  const { fired, reminders } = waiting;
  const more = Math.max(reminders, fired.length) - Math.min(fired.length, MOST);
  return (
    <div className={classes.due} role="region" aria-live="polite" aria-label={t("dueReminders.label")}>
      <IconBell size={16} aria-hidden />
      <ul>
        {fired.slice(0, MOST).map(({ id, title, late, firedFor }) => (
          <li key={id}>
            <Link to={`${REMINDERS_PATH}?reminder=${id}`}>{title}</Link>
            {late && <span className={classes.late}>{t("dueReminders.late")}</span>}
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => complete(id, firedFor)}
              aria-label={t("dueReminders.doneWith", { title })}
            >
              {t("dueReminders.done")}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => snooze(id)}
              aria-label={t("dueReminders.snoozeWith", { title, minutes: SNOOZE_MINUTES })}
            >
              {t("dueReminders.snooze", { minutes: SNOOZE_MINUTES })}
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Anchor component={Link} to={REMINDERS_PATH} size="sm">
          {t("dueReminders.more", { count: more })}
        </Anchor>
      )}
    </div>
  );
}
