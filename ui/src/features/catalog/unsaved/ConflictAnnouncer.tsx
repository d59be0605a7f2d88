/** Says to a screen reader which cells wait for a decision since; the sheet shows each at its cell. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useUnsaved } from "./queue/queues";
import { useConflictText } from "./useConflictText";
import { keyOf } from "./queue/work";

/** Cells that are read out one by one; of the rest it is said how many there are. */
const READ_OUT = 5;

export function ConflictAnnouncer() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { held } = useUnsaved();
  const { whole } = useConflictText();
  const [before, setBefore] = useState(held);
  const [news, setNews] = useState<typeof held>([]);
  // (Set while rendering, so that what is said is never older than what is shown.)
  if (before !== held) {
    const known = new Set(before.map(({ id, column }) => keyOf(id, column)));
    const fresh = held.filter(({ id, column }) => !known.has(keyOf(id, column)));
    setBefore(held);
    setNews(fresh);
  }
  const count = (key: "several" | "more", of: number) =>
    t(`grid.conflict.${key}`, { count: of, shown: formats.integer(of) });
  const said = [
    ...(news.length > 1 ? [count("several", news.length)] : []),
    ...news.slice(0, READ_OUT).map(whole),
    ...(news.length > READ_OUT ? [count("more", news.length - READ_OUT)] : []),
  ];
  return (
    <div className="visually-hidden" role="status" aria-live="assertive">
      <DataText text={said.join(" ")} />
    </div>
  );
}
