/** What did not make it into the result, gate by gate in the order of the search; and any record by its code. */
import { Button, Group, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CutStage, InspectedCandidate, SearchHalf, SearchInspection } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import classes from "./CutView.module.css";
import { RawHelp } from "../../../../shared/inspection/breakdown/TermHelp";
import { titleOf } from "../state/rows";
import { useRowKeys } from "../state/useRowKeys";

type Props = { inspection: SearchInspection; selected: string | null; onSelect: (reference: string) => void };

const STEP = 20;

export function CutView({ inspection, selected, onSelect }: Props) {
  const { t } = useTranslation();
  const list = useRowKeys();
  const { stages, candidates, threshold } = inspection;
  const formats = useFormats();
  const filters = useFilterNames(inspection);
  const of = (stage: "threshold" | "result_limit") => candidates.filter(({ cut }) => cut === stage);
  const full = stages.lexicalFound >= stages.lexicalWanted && stages.lexicalWanted > 0;
  return (
    <div ref={list} className={classes.cut}>
      {inspection.recordedAt === null && <Finder onFind={onSelect} />}
      <Gate title={t("whole.gate.before")}>
        <p>{t("whole.gateText.inactive")}</p>
        <p>
          {filters.length > 0
            ? t("whole.gateText.filters", { filters: formats.list(filters) })
            : t("whole.gateText.noFilters")}
        </p>
      </Gate>
      <Gate title={t("whole.gate.pool")}>
        <p>
          {full
            ? t("whole.gateText.poolFull", { wanted: formats.integer(stages.lexicalWanted) })
            : t("whole.gateText.poolAll", {
                count: stages.lexicalFound,
                found: formats.integer(stages.lexicalFound),
              })}
        </p>
      </Gate>
      <Gate
        title={t("whole.gate.threshold")}
        help={<RawHelp name="threshold" term={t("knob.vectorThreshold.name")} />}
      >
        {stages.vectorFound === null ? (
          <p>{t("whole.gateText.noVectors")}</p>
        ) : (
          <p>
            {threshold === null
              ? t("whole.gateText.thresholdOfModel")
              : t("whole.gateText.threshold", {
                  value: formats.decimal(threshold, 4),
                  count: stages.vectorKept,
                  kept: formats.integer(stages.vectorKept),
                  found: formats.integer(stages.vectorFound),
                })}
          </p>
        )}
        <Cut rows={of("threshold")} unit="distance" selected={selected} onSelect={onSelect} />
      </Gate>
      <Gate title={t("whole.gate.limit")}>
        <p>
          {t("whole.gateText.limit", {
            ranked: formats.integer(stages.ranked),
            shown: formats.integer(stages.shown),
          })}
        </p>
        <Cut rows={of("result_limit")} unit="score" selected={selected} onSelect={onSelect} />
      </Gate>
    </div>
  );
}

type GateProps = { title: string; help?: React.ReactNode; children: React.ReactNode };

function Gate({ title, help, children }: GateProps) {
  return (
    <section className={classes.gate}>
      <div className={classes.head}>
        <h3>{title}</h3>
        {help}
      </div>
      {children}
    </section>
  );
}

/** Where one record fell out that is in none of the lists: asked of the program by its code. */
function Finder({ onFind }: { onFind: (reference: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") onFind(typed.trim());
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          className={classes.finder}
          label={t("whole.find")}
          placeholder={t("whole.findPlaceholder")}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={typed.trim() === ""}>
          {t("whole.findAction")}
        </Button>
      </Group>
    </form>
  );
}

type CutProps = {
  rows: readonly InspectedCandidate[];
  unit: "distance" | "score";
  selected: string | null;
  onSelect: (id: string) => void;
};

function Cut({ rows, unit, selected, onSelect }: CutProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [shown, setShown] = useState(STEP);
  if (rows.length === 0) return <p className={classes.dim}>{t("whole.noneCut")}</p>;
  return (
    <>
      <ul className={classes.rows}>
        {rows.slice(0, shown).map((candidate) => (
          <li key={candidate.record.id}>
            <button
              type="button"
              className={classes.row}
              data-row
              aria-pressed={candidate.record.id === selected}
              onClick={() => onSelect(candidate.record.id)}
            >
              <span className={classes.title}>
                {candidate.place !== null && <span className={classes.dim}>{candidate.place}. </span>}
                <DataText text={titleOf(candidate)} />
                <OtherGates candidate={candidate} />
              </span>
              {candidate.margin !== null && (
                <span className={classes.margin}>
                  {t(`whole.by.${unit}`, { margin: formats.decimal(candidate.margin, 3) })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <UnstyledButton className={classes.more} onClick={() => setShown(shown + STEP)}>
          {t("whole.moreRows", { count: rows.length - shown })}
        </UnstyledButton>
      )}
    </>
  );
}

/** What else a record did not pass: the half that lost it while the other found it. */
function OtherGates({ candidate }: { candidate: InspectedCandidate }) {
  const { t } = useTranslation();
  const others = candidate.cuts.filter(({ half, stage }) => half && stage !== candidate.cut);
  if (others.length === 0) return null;
  const said = others.flatMap(({ half, stage }) => {
    const text = half ? LOST[half][stage] : undefined;
    return text ? [t(text)] : [];
  });
  return <span className={classes.dim}> · {said.join(" · ")}</span>;
}

type LostText =
  | `whole.lost.words.${"no_term" | "pool_limit"}`
  | `whole.lost.vectors.${"threshold" | "pool_limit" | "no_vector"}`;

const LOST: Record<SearchHalf, Partial<Record<CutStage, LostText>>> = {
  words: { no_term: "whole.lost.words.no_term", pool_limit: "whole.lost.words.pool_limit" },
  vectors: {
    threshold: "whole.lost.vectors.threshold",
    pool_limit: "whole.lost.vectors.pool_limit",
    no_vector: "whole.lost.vectors.no_vector",
  },
};

/** Names the filters of the inspected search in words. */
function useFilterNames({ search }: SearchInspection): string[] {
  const { t } = useTranslation();
  const filters = search.filters ?? {};
  const set = (name: "category" | "manufacturer" | "tags") =>
    (filters[name]?.length ?? 0) > 0 ? [t(`filters.one.${name}`)] : [];
  const priced = typeof filters.minPrice === "number" || typeof filters.maxPrice === "number";
  return [
    ...set("category"),
    ...set("manufacturer"),
    ...set("tags"),
    ...(priced ? [t("filters.price")] : []),
    ...((filters.stock?.length ?? 0) > 0 ? [t("filters.stock")] : []),
    ...Object.keys(filters.attributes ?? {}).map(cleanText),
  ];
}
