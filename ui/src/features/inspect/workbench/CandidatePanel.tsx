/**
 * One record of the inspected search taken apart: its rows and figures, what sets it apart from another,
 * and what would turn the two; of one that was cut, where and by how much.
 */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { SearchInspection } from "../../../api/types";
import { AbsentRecord } from "../../../shared/inspection/AbsentRecord";
import { Comparison } from "../../../shared/inspection/comparison/Comparison";
import { InspectPanel } from "../../../shared/inspection/InspectPanel";
import { titleOf } from "./state/rows";

type Props = {
  inspection: SearchInspection;
  beside: boolean | undefined;
  /** Id of a candidate, or any record's code; null where none is. */
  selected: string | null;
  against: string | null;
  /** Whether weights are being tried: the panel speaks of those in force. */
  moved: boolean;
  onClose: () => void;
  onAgainst: (reference: string | null) => void;
  onTry: (path: string, value: number) => void;
};

export function CandidatePanel(props: Props) {
  const { inspection, beside, selected, against, moved, onClose, onAgainst, onTry } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const live = inspection.recordedAt === null;
  const candidate = inspection.candidates.find(
    ({ record }) => record.id === selected || (selected !== null && record.externalId === selected),
  );
  const others = inspection.candidates
    .filter(({ place }) => place !== null)
    .slice(0, inspection.limit)
    .map((one) => ({ id: one.record.id, title: titleOf(one) }));
  // What was cut is asked about: the program knows by how much, and what it holds.
  const hit = candidate && (candidate.cut === null || !live) ? candidate.hit : undefined;
  const id = candidate?.record.id ?? selected;
  const comparison = live && id !== null && (
    <>
      {moved && (
        <Text size="xs" c="dimmed" mt="md">
          {t("whole.panelOfProfile")}
        </Text>
      )}
      <Comparison
        search={inspection.search}
        id={id}
        others={others}
        against={against}
        onAgainst={onAgainst}
        onTry={onTry}
      />
    </>
  );
  return (
    <InspectPanel
      beside={beside}
      id={selected}
      hit={hit}
      title={candidate ? titleOf(candidate) : undefined}
      rank={candidate?.place ?? 0}
      tokens={inspection.tokens}
      missing={
        live &&
        selected !== null && (
          <>
            <AbsentRecord search={inspection.search} id={selected} />
            {comparison}
          </>
        )
      }
      below={comparison}
      onClose={onClose}
      onOpen={(open) =>
        void navigate(
          `${inspection.kind === "items" ? "/search" : "/faq"}?${new URLSearchParams({ q: inspection.search.query, open })}`,
        )
      }
    />
  );
}
