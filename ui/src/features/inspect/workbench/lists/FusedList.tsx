/**
 * The final list: each hit with its stacked bar, its place in both lists it came from, and where weights
 * were moved the places gained and lost; below who fell out, and who stands beyond the last place.
 */
import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { ScoreBar } from "../../../../shared/inspection/breakdown/ScoreBar";
import classes from "./FusedList.module.css";
import { Movement } from "./Movement";
import type { FusedRow, FusedView } from "../state/rows";
import { useRowKeys } from "../state/useRowKeys";

type Props = {
  view: FusedView;
  /** Whether weights are being tried. */
  moved: boolean;
  selected: string | null;
  onSelect: (id: string) => void;
};

const STEP = 10;

export function FusedList({ view, moved, selected, onSelect }: Props) {
  const { t } = useTranslation();
  const [further, setFurther] = useState(0);
  const list = useRowKeys();
  const best = Math.max(Number.MIN_VALUE, ...view.shown.map(({ score }) => score));
  const beyond = view.beyond.slice(0, further);

  return (
    <div ref={list} className={classes.list}>
      <ol className={classes.rows} aria-label={t("whole.fused")}>
        {view.shown.map((row) => (
          <Row key={row.id} row={row} best={best} moved={moved} selected={selected} onSelect={onSelect} />
        ))}
      </ol>
      {view.lost.length > 0 && (
        <section className={classes.lost} aria-label={t("moved.lost")}>
          <h3>{t("moved.lost")}</h3>
          <ul>
            {view.lost.map(({ id, title, before }) => (
              <li key={id}>
                <span className={classes.move} data-way="down">
                  {t("moved.out")}
                </span>
                <DataText text={title} /> <span className={classes.dim}>{t("moved.was", { before })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.beyond.length > 0 && (
        <section>
          <p className={classes.limit}>{t("whole.limitLine", { count: view.shown.length })}</p>
          <ol className={classes.rows} aria-label={t("whole.beyond")} start={view.shown.length + 1}>
            {beyond.map((row) => (
              <Row key={row.id} row={row} best={best} moved={false} selected={selected} onSelect={onSelect} />
            ))}
          </ol>
          {view.beyond.length > further && (
            <UnstyledButton className={classes.more} onClick={() => setFurther(further + STEP)}>
              {t("whole.moreBeyond", {
                count: Math.min(STEP, view.beyond.length - further),
                left: view.beyond.length - further,
              })}
            </UnstyledButton>
          )}
        </section>
      )}
    </div>
  );
}

type RowProps = Omit<Props, "view"> & { row: FusedRow; best: number };

function Row({ row, best, moved, selected, onSelect }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const share = Math.max(0.02, Math.min(1, row.score / best));
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        data-row
        data-cut={row.cut !== null || undefined}
        aria-pressed={row.id === selected}
        aria-keyshortcuts="I Enter"
        onClick={() => onSelect(row.id)}
      >
        <span className={classes.place}>{row.place}</span>
        {moved && <Movement place={row.place} before={row.before} />}
        <span className={classes.title}>
          <DataText text={row.title} />
        </span>
        <span className={classes.ranks}>
          <Rank list="lexical" rank={row.lexicalRank} />
          <Rank list="vector" rank={row.vectorRank} />
        </span>
        <span className={classes.score}>{formats.score(row.score)}</span>
        <span className={classes.track}>
          <span style={{ width: `${share * 100}%` }}>
            {row.rows.length > 0 ? (
              <ScoreBar rows={row.rows} mini />
            ) : (
              <span className={classes.plain} title={t("inspect.noExplanation")} />
            )}
          </span>
        </span>
      </button>
    </li>
  );
}

/** The place in one of the two lists, or that it is not in it. */
function Rank({ list, rank }: { list: "lexical" | "vector"; rank: number | null }) {
  const { t } = useTranslation();
  const label = rank === null ? t(`whole.notIn.${list}`) : t(`whole.rankIn.${list}`, { rank });
  return (
    <span className={classes.rank} data-list={list} data-none={rank === null || undefined} title={label}>
      <span aria-hidden>{rank ?? "–"}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
