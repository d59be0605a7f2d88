/**
 * The parts of a score as a stacked bar draws them: the rows of an explanation, each with a share of
 * the bar and a colour that stays the same for the same kind of row on every screen.
 */
import type { Explanation } from "../../api/types";

/** One segment. `share` is its part of the bar's length, 0..1, whatever the sign of `value`. */
export type Part = {
  key: string;
  name: string;
  description: string;
  value: number;
  share: number;
  color: string;
};

export type Bar = {
  negative: Part[];
  positive: Part[];
  /** How many small parts were left out of the drawing; their sum is in `restValue`. */
  restCount: number;
  restValue: number;
};

/** More segments than this cannot be told apart; the smallest are summed up. */
const MAX_SEGMENTS = 24;

/** Colours given by meaning; CSS variables with a light and a dark value each (app/theme.ts). */
const COLOR_OF: Record<string, string> = {
  vector: "var(--part-vector)",
  vectorRank: "var(--part-vector-rank)",
  rrfVector: "var(--part-vector)",
  vectorFirst: "var(--part-vector)",
  vectorPlace: "var(--part-vector-rank)",
  lexical: "var(--part-lexical)",
  lexicalRank: "var(--part-lexical-rank)",
  rrfLexical: "var(--part-lexical)",
  lexicalPlace: "var(--part-lexical-rank)",
  pair: "var(--part-pair)",
  culture: "var(--part-culture)",
  treatment: "var(--part-treatment)",
  coverage: "var(--part-coverage)",
  phrase: "var(--part-phrase)",
  nameSimilarity: "var(--part-name)",
};

const SPARE_COLORS = 6;

export function partColor(name: string): string {
  const known = COLOR_OF[name];
  if (known) return known;
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `var(--part-spare-${(hash % SPARE_COLORS) + 1})`;
}

/**
 * The rows whose sum is the score: the details of a sum, or the value itself where it is not made
 * by adding.
 */
export function rowsOf(explanation: Explanation): Explanation[] {
  return explanation.kind === "sum" && explanation.details.length > 0 ? explanation.details : [explanation];
}

export function sumOf(rows: readonly { value: number }[]): number {
  return rows.reduce((sum, row) => sum + row.value, 0);
}

/** Equal up to what adding doubles in another order may change. */
export function addsUp(sum: number, score: number): boolean {
  return Math.abs(sum - score) <= 1e-6 * Math.max(1, Math.abs(score));
}

export function toBar(rows: readonly Explanation[]): Bar {
  const visible = rows
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => row.value !== 0)
    .toSorted((a, b) => Math.abs(b.row.value) - Math.abs(a.row.value));
  const drawn = visible.slice(0, MAX_SEGMENTS).toSorted((a, b) => a.index - b.index);
  const rest = visible.slice(MAX_SEGMENTS);
  const length = visible.reduce((sum, { row }) => sum + Math.abs(row.value), 0) || 1;
  const parts = drawn.map(({ row, index }): Part => ({
    key: `${index}:${row.name}`,
    name: row.name,
    description: row.description,
    value: row.value,
    share: Math.abs(row.value) / length,
    color: partColor(row.name),
  }));
  return {
    negative: parts.filter((part) => part.value < 0),
    positive: parts.filter((part) => part.value > 0),
    restCount: rest.length,
    restValue: sumOf(rest.map(({ row }) => row)),
  };
}
