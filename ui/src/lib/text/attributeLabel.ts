/**
 * Names of attributes as people read them. The keys are data (`k2o_pct`, `modo_de_acao`): what is
 * known of their parts is put right, everything else stays recognisable to who made the key. What is known
 * stands in a file that the program reads too (`celeiro_domain::catalog::attribute_label`).
 */
import known from "../../../../crates/domain/data/attribute_labels.json";

/** Nutrients and compounds, as they are written on a label. */
const SYMBOLS = new Map(
  known.symbols
    .split(" ")
    .map((symbol) => [
      symbol.toLowerCase().replace(/[₀-₉]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x2050)),
      symbol,
    ]),
);

/** Words whose accents no ending below restores. */
const WORDS = new Map(
  known.words
    .join(" ")
    .split(" ")
    .map((word) => [bare(word), word]),
);

/** `formulacao` → `Formulação`, `k2o_pct` → `K₂O (%)`, `modo_de_acao` → `Modo de ação`. */
export function attributeLabel(key: string): string {
  const trimmed = key.trim();
  const unit = known.units.find(
    ([ending = ""]) => trimmed.length > ending.length && trimmed.toLowerCase().endsWith(ending),
  );
  const stem = unit ? trimmed.slice(0, -(unit[0]?.length ?? 0)) : trimmed;
  const words = stem.split(/[_\s]+/).filter(Boolean);
  const label = words.map((word) => wordLabel(word, words.length)).join(" ");
  const start =
    SYMBOLS.get(words[0]?.toLowerCase() ?? "") === undefined
      ? label.charAt(0).toUpperCase()
      : label.charAt(0);
  return start + label.slice(1) + (unit ? ` (${unit[1]})` : "");
}

/** One word. A symbol of one or two letters is one only where it is the whole name: `s_pct`, not `vale s`. */
function wordLabel(word: string, count: number): string {
  // What was written with capitals or accents was written by a person.
  if (word !== bare(word)) return word;
  const symbol = SYMBOLS.get(word);
  if (symbol !== undefined && (count === 1 || word.length > 2)) return symbol;
  return WORDS.get(word) ?? restoreEnding(word);
}

/** A word with the accent that Portuguese always writes in its ending; some endings are foreign after a letter. */
function restoreEnding(word: string): string {
  if (word.length <= 3) return word;
  for (const [ending = "", written = "", exceptAfter] of known.endings) {
    if (word.endsWith(ending) && word.at(-ending.length - 1) !== exceptAfter)
      return word.slice(0, -ending.length) + written;
  }
  return word;
}

function bare(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
