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
/** Batches that stay to be read. */
const MOST_BATCHES = 3;

/** Cells that came to wait for a decision at once. */
type Batch = { number: number; news: ReturnType<typeof useUnsaved>["held"] };

export function ConflictAnnouncer() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { held } = useUnsaved();
  const { whole } = useConflictText();
  const [before, setBefore] = useState(held);
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  // (Set while rendering, so that what is said is never older than what is shown.)
  if (before !== held) {
    const known = new Set(before.map(({ id, column }) => keyOf(id, column)));
    const fresh = held.filter(({ id, column }) => !known.has(keyOf(id, column)));
    setBefore(held);
    // One that is read out just now is not taken away by the next, nor by a change of another cell.
    if (fresh.length > 0)
      setBatches([
        ...batches.slice(1 - MOST_BATCHES),
        { number: (batches.at(-1)?.number ?? 0) + 1, news: fresh },
      ]);
  }
  const count = (key: "several" | "more", of: number) =>
    t(`grid.conflict.${key}`, { count: of, shown: formats.integer(of) });
  const describe = (news: Batch["news"]) => [
    ...(news.length > 1 ? [count("several", news.length)] : []),
    ...news.slice(0, READ_OUT).map(whole),
    ...(news.length > READ_OUT ? [count("more", news.length - READ_OUT)] : []),
  ];
  return (
    // A batch is an element of its own, so that it is read out also where its words are those of the one before.
    <div className="visually-hidden" role="status" aria-live="assertive" aria-atomic={false}>
      {batches.map(({ number, news }) => (
        <p key={number}>
          <DataText text={describe(news).join(" ")} />
        </p>
      ))}
    </div>
  );
}
