/** Says to a screen reader which cells wait for a decision since; the sheet shows each at its cell. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { useUnsaved } from "../queue/queues";
import { useConflictText } from "./useConflictText";
import { keyOf, type HeldCell } from "../queue/work/work";

/** Cells that are read out one by one; of the rest it is said how many there are. */
const READ_OUT = 5;
/** Batches that stay to be read. */
const MOST_BATCHES = 3;

/** Cells that came to wait for a decision at once, as long as they wait. */
type Batch = { number: number; keys: readonly string[] };

export function ConflictAnnouncer() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { held } = useUnsaved();
  const { describeCell } = useConflictText();
  const [before, setBefore] = useState(held);
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  // (Set while rendering, so that what is said is never older than what is shown.)
  if (before !== held) {
    setBefore(held);
    setBatches(followHeld(batches, before.map(keyOfCell), held.map(keyOfCell)));
  }
  const cells = new Map(held.map((cell) => [keyOfCell(cell), cell]));
  const count = (key: "several" | "more", of: number) =>
    of > 0 && <p>{t(`grid.conflict.${key}`, formats.placeCount(of))}</p>;
  return (
    // An element for each batch and each cell: one that comes is read out also where its words are those of
    // another, and the rest is not read once more when one goes.
    <div className="visually-hidden" role="status" aria-live="assertive" aria-atomic={false}>
      {batches.map(({ number, keys }) => (
        <div key={number}>
          {keys.length > 1 && count("several", keys.length)}
          {keys.slice(0, READ_OUT).map((key) => {
            const cell = cells.get(key);
            return (
              cell && (
                <p key={key}>
                  <DataText text={describeCell(cell)} />
                </p>
              )
            );
          })}
          {count("more", keys.length - READ_OUT)}
        </div>
      ))}
    </div>
  );
}

/** What is decided goes from the batches; what came is one more. One that is being read out is kept by the next. */
function followHeld(
  batches: readonly Batch[],
  before: readonly string[],
  now: readonly string[],
): readonly Batch[] {
  const waiting = new Set(now);
  const known = new Set(before);
  const fresh = now.filter((key) => !known.has(key));
  const left = batches
    .map(({ number, keys }) => ({ number, keys: keys.filter((key) => waiting.has(key)) }))
    .filter(({ keys }) => keys.length > 0);
  if (fresh.length === 0) return left;
  const number = (batches.at(-1)?.number ?? 0) + 1;
  return [...left.slice(1 - MOST_BATCHES), { number, keys: fresh }];
}

function keyOfCell({ id, column }: HeldCell): string {
  return keyOf(id, column);
}
