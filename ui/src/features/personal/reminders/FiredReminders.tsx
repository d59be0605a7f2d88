/**
 * Says once of each reminder that came due, whichever page hears of it first, one after the other. The remark stays
 * until it is dealt with: done, put off, or closed. Above a conversation the reminders stand in a list already, with
 * the same ways to deal with them.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useLocation } from "react-router";
import { showToast, useToast } from "../../../components/toast/toasts";
import { readStored, writeStored } from "../../../lib/storage";
import { useCompleteReminder } from "../../../shared/personal/useCompleteReminder";
import { SNOOZE_MINUTES, useSnoozeReminder } from "../../../shared/personal/useSnoozeReminder";

type FiredReminder = Data<"getWaiting">["fired"][number];

const STORED = "celeiro.reminders.told";
/** Showings that are remembered; the program tells twenty at most. */
const MOST = 100;

/** Of this page; what the browser's storage does not keep holds until the page is closed. */
const toldHere = new Set<string>();

export function FiredReminders({ fired }: { fired: readonly FiredReminder[] }) {
  const { t } = useTranslation();
  const toast = useToast();
  const complete = useCompleteReminder();
  const snooze = useSnoozeReminder();
  const { pathname } = useLocation();
  const isListed = pathname === "/chat";
  const isFree = toast === null && !isListed;
  useEffect(() => {
    const next = isFree ? fired.find((one) => !wasTold(one)) : undefined;
    if (!next) return;
    noteTold(next);
    const { id, title, firedFor } = next;
    const [done, later] = [
      t("personal.reminders.done"),
      t("personal.reminders.snooze", { minutes: SNOOZE_MINUTES }),
    ];
    showToast({
      tone: "info",
      text: t(next.late ? "personal.reminders.firedLate" : "personal.reminders.fired", { title }),
      stays: true,
      action: { label: done, run: () => complete(id, firedFor) },
      other: { label: later, run: () => snooze(id) },
    });
  }, [isFree, fired, t, complete, snooze]);
  return null;
}

function keyOf({ id, firedFor }: FiredReminder): string {
  return `${id}@${firedFor}`;
}

function wasTold(one: FiredReminder): boolean {
  return toldHere.has(keyOf(one)) || toldAnywhere().includes(keyOf(one));
}

function noteTold(one: FiredReminder): void {
  toldHere.add(keyOf(one));
  writeStored(STORED, [...toldAnywhere(), keyOf(one)].slice(-MOST).join(" "));
}

function toldAnywhere(): string[] {
  return (readStored(STORED) ?? "").split(" ").filter(Boolean);
}
