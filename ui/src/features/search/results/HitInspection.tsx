/** The breakdown of a hit of the search page, what sets it apart from others, or why it is absent. */
import type { SearchRequest, SearchResponse } from "../../../api/types";
import { AbsentRecord } from "../../../shared/inspection/AbsentRecord";
import { Comparison } from "../../../shared/inspection/comparison/Comparison";
import { InspectPanel } from "../../../shared/inspection/InspectPanel";
import { hitId, hitTitle } from "../../../shared/record/hit";

type Props = {
  request: SearchRequest;
  response: SearchResponse;
  beside: boolean | undefined;
  /** The record that is inspected; null where none is. */
  id: string | null;
  against: string | null;
  onAgainst: (id: string | null) => void;
  onTry: (path: string, value: number) => void;
  onClose: () => void;
  onOpen: (id: string) => void;
};

export function HitInspection({
  request,
  response,
  beside,
  id,
  against,
  onAgainst,
  onTry,
  onClose,
  onOpen,
}: Props) {
  const index = id === null ? -1 : response.results.findIndex((hit) => hitId(hit) === id);
  return (
    <InspectPanel
      beside={beside}
      id={id}
      hit={response.results[index]}
      rank={index + 1}
      tokens={response.tokens}
      onClose={onClose}
      onOpen={onOpen}
      missing={id !== null && <AbsentRecord search={request} id={id} />}
      below={
        id !== null && (
          <Comparison
            search={request}
            id={id}
            others={response.results.map((hit) => ({ id: hitId(hit), title: hitTitle(hit) }))}
            against={against}
            onAgainst={onAgainst}
            onTry={onTry}
          />
        )
      }
    />
  );
}
