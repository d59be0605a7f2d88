/**
 * The final list as it is drawn: of the search as it was, or with other weights, with the places that
 * each record gained or lost, and who fell out.
 */
import type {
  CutStage,
  Explanation,
  InspectedCandidate,
  RerankResult,
  SearchInspection,
} from "../../../../api/types";
import { rowsOf } from "../../../../lib/text/parts";

export type FusedRow = {
  id: string;
  title: string;
  externalId: string | null;
  /** From 1. */
  place: number;
  /** Its place before weights were moved; null where it was not in the result. Equal where none were. */
  before: number | null;
  score: number;
  rows: Explanation[];
  lexicalRank: number | null;
  vectorRank: number | null;
  /** The stage at which it fell out; null where it is in the result. */
  cut: CutStage | null;
  margin: number | null;
};

export type LostRow = { id: string; title: string; before: number };

export type FusedView = {
  shown: FusedRow[];
  /** Ranked, but beyond the result; not told of weights that are being tried. */
  beyond: FusedRow[];
  lost: LostRow[];
};

export function fusedView(inspection: SearchInspection, reranked: RerankResult | undefined): FusedView {
  const ranked = inspection.candidates.filter(({ place }) => place !== null);
  if (!reranked) {
    const rows = ranked.map(rowOf);
    return {
      shown: rows.filter(({ cut }) => cut === null),
      beyond: rows.filter(({ cut }) => cut !== null),
      lost: [],
    };
  }
  const known = new Map(inspection.candidates.map((candidate) => [candidate.record.id, candidate]));
  const shown = reranked.hits.map((hit): FusedRow => ({
    id: hit.id,
    title: hit.title,
    externalId: hit.externalId,
    place: hit.place,
    before: hit.before,
    score: hit.score,
    rows: rowsOf(hit.explanation),
    lexicalRank: known.get(hit.id)?.hit.lexicalRank ?? null,
    vectorRank: known.get(hit.id)?.hit.vectorRank ?? null,
    cut: null,
    margin: null,
  }));
  const lost = reranked.lost.map((id): LostRow => {
    const candidate = known.get(id);
    return { id, title: candidate ? titleOf(candidate) : id, before: candidate?.place ?? 0 };
  });
  return { shown, beyond: [], lost };
}

/** What a candidate is called; one that was deleted since has only its id. */
export function titleOf({ record }: InspectedCandidate): string {
  return record.title || record.externalId || record.id;
}

function rowOf(candidate: InspectedCandidate): FusedRow {
  const { record, place, hit, cut, margin } = candidate;
  return {
    id: record.id,
    title: titleOf(candidate),
    externalId: record.externalId,
    place: place ?? 0,
    before: place,
    score: hit.score,
    rows: hit.explanation ? rowsOf(hit.explanation) : [],
    lexicalRank: hit.lexicalRank ?? null,
    vectorRank: hit.vectorRank ?? null,
    cut,
    margin,
  };
}
