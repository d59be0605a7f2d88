/** Both lists that the search was made from, side by side, and where each record of them ended. */
import { Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InspectedCandidate, SearchInspection } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { RawHelp } from "../../../../shared/inspection/breakdown/TermHelp";
import { titleOf } from "../state/rows";
import classes from "./TwoLists.module.css";
import { useRowKeys } from "../state/useRowKeys";

type Props = { inspection: SearchInspection; selected: string | null; onSelect: (id: string) => void };
type Which = "lexical" | "vector";

const STEP = 50;

export function TwoLists({ inspection, selected, onSelect }: Props) {
  const list = useRowKeys();
  return (
    <div ref={list} className={classes.lists}>
      {(["lexical", "vector"] as const).map((which) => (
        <OneList key={which} which={which} inspection={inspection} selected={selected} onSelect={onSelect} />
      ))}
    </div>
  );
}

function OneList({ which, inspection, selected, onSelect }: Props & { which: Which }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  const rankOf = ({ hit }: InspectedCandidate) => (which === "lexical" ? hit.lexicalRank : hit.vectorRank);
  const all = inspection.candidates
    .filter((candidate) => rankOf(candidate) !== null && rankOf(candidate) !== undefined)
    .toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0));
  const first = all.slice(0, shown);
  const tooFar = first.findIndex(({ cut }) => which === "vector" && cut === "threshold");

  return (
    <section className={classes.column} data-list={which} aria-label={t(`whole.list.${which}`)}>
      <h3>
        {t(`whole.list.${which}`)} <span className={classes.dim}>{all.length}</span>
      </h3>
      <p className={classes.about}>
        {t(`whole.listText.${which}`)} <RawHelp name={`${which}List`} term={t(`whole.list.${which}`)} />
      </p>
      {all.length === 0 ? (
        <Text size="sm" c="dimmed">
          {which === "vector" && inspection.fallbackReason
            ? t(`fallback.${inspection.fallbackReason}.text`)
            : t("whole.listEmpty")}
        </Text>
      ) : (
        <ol className={classes.rows}>
          {first.map((candidate, index) => (
            <li key={candidate.record.id}>
              {index === tooFar && <Threshold at={inspection.threshold} />}
              <Entry
                candidate={candidate}
                rank={rankOf(candidate) ?? 0}
                which={which}
                selected={selected}
                onSelect={onSelect}
              />
            </li>
          ))}
        </ol>
      )}
      {all.length > shown && (
        <UnstyledButton className={classes.more} onClick={() => setShown(shown + STEP)}>
          {t("whole.moreRows", { count: all.length - shown })}
        </UnstyledButton>
      )}
    </section>
  );
}

function Threshold({ at }: { at: number | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <p className={classes.threshold}>
      {t("whole.thresholdLine", { value: at === null ? "–" : formats.decimal(at, 4) })}{" "}
      <RawHelp name="threshold" term={t("knob.vectorThreshold.name")} />
    </p>
  );
}

type EntryProps = Omit<Props, "inspection"> & {
  candidate: InspectedCandidate;
  rank: number;
  which: Which;
};

function Entry({ candidate, rank, which, selected, onSelect }: EntryProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { record, hit, cut, place } = candidate;
  const distance = which === "vector" && typeof hit.vectorDistance === "number" ? hit.vectorDistance : null;
  return (
    <button
      type="button"
      className={classes.row}
      data-row
      data-cut={cut !== null || undefined}
      aria-pressed={record.id === selected}
      onClick={() => onSelect(record.id)}
    >
      <span className={classes.rank}>{rank}</span>
      <span className={classes.title}>
        <DataText text={titleOf(candidate)} />
        {distance !== null && (
          <span className={classes.dim}> {t("whole.distance", { value: formats.decimal(distance, 4) })}</span>
        )}
      </span>
      <span className={classes.end}>
        {cut === null ? t("whole.endsAt", { place }) : t(`whole.cutShort.${cut}`)}
      </span>
    </button>
  );
}
