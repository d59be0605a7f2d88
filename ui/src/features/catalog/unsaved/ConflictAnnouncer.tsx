/** Says to those who listen what waits for them since; the sheet shows it at its cell, in sight or not. */
import { useState } from "react";
import { DataText } from "../../../components/DataText";
import { useUnsaved } from "./queue/queues";
import { useConflictText } from "./useConflictText";
import { keyOf } from "./queue/work";

export function ConflictAnnouncer() {
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
  const last = news.at(-1);
  return (
    <div className="visually-hidden" role="status" aria-live="assertive">
      {last && <DataText text={whole(last)} />}
    </div>
  );
}
