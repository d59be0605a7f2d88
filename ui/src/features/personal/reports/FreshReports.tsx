/** Says once of each report that the program made by itself that it is there, whichever page hears of it first. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Data } from "../../../api/command";
import { showToast, useToast } from "../../../components/toast/toasts";
import { readStored, writeStored } from "../../../lib/storage";

type Fresh = Data<"getWaiting">["reports"][number];

const STORED = "celeiro.reports.told";
/** Reports that are remembered; the program tells five at most. */
const MOST = 50;

/** Of this page; what the browser's storage does not keep holds until the page is closed. */
const toldHere = new Set<string>();

export function FreshReports({ reports }: { reports: readonly Fresh[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isFree = useToast() === null;
  useEffect(() => {
    const next = isFree ? reports.find(({ id }) => !wasTold(id)) : undefined;
    if (!next) return;
    noteTold(next.id);
    const open = () => void navigate(`/assistant/reports?item=${next.id}`);
    const action = { label: t("personal.reports.open"), run: open };
    showToast({ tone: "info", text: t(`personal.reports.fresh.${next.kind}`), action });
  }, [isFree, reports, t, navigate]);
  return null;
}

function wasTold(id: string): boolean {
  return toldHere.has(id) || toldAnywhere().includes(id);
}

function noteTold(id: string): void {
  toldHere.add(id);
  writeStored(STORED, [...toldAnywhere(), id].slice(-MOST).join(" "));
}

function toldAnywhere(): string[] {
  return (readStored(STORED) ?? "").split(" ").filter(Boolean);
}
