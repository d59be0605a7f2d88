/**
 * Names of attributes as people read them. The keys are data (`k2o_pct`, `modo_de_acao`): what is
 * known of their parts is put right, everything else stays recognisable to who made the key.
 */

/** Ends of a key that name a unit. */
const UNITS: [ending: string, unit: string][] = [
  ["_ms_cm", "mS/cm"],
  ["_g_kg", "g/kg"],
  ["_g_l", "g/L"],
  ["_l_h", "L/h"],
  ["_pct", "%"],
  ["_micra", "µm"],
  ["_graus", "°"],
  ["_cm3", "cm³"],
  ["_meses", "meses"],
  ["_pol", "pol"],
  ["_pes", "pés"],
  ["_mm", "mm"],
  ["_cm", "cm"],
  ["_km", "km"],
  ["_kg", "kg"],
  ["_ml", "mL"],
  ["_hp", "hp"],
  ["_cv", "cv"],
  ["_cc", "cc"],
  ["_db", "dB"],
  ["_l", "L"],
  ["_m", "m"],
  ["_h", "h"],
];

/** Nutrients and compounds, as they are written on a label. */
const SYMBOLS = new Map(
  "N K₂O P₂O₅ CaO MgO Ca Mg S B Zn Cu Fe Mn Mo Co Si SiO₂ NPK PRNT CTC pH EC ISO EPI CA"
    .split(" ")
    .map((symbol) => [
      symbol.toLowerCase().replace(/[₀-₉]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x2050)),
      symbol,
    ]),
);

/** Words whose accents no rule below restores. */
const WORDS = new Map(
  (
    "código número mínimo máximo média médio preço peso época água óleo ácido ácidos húmicos fúlvicos fósforo " +
    "potássio cálcio magnésio enxofre nitrogênio zinco físico química químico tóxica toxicológica orgânico " +
    "orgânicos orgânica grão grãos espécie espécies hábito porte alças pés aplicação células exército proteína " +
    "combustível tolerância incluído incluídos conteúdo comercial microrganismo sintética doméstico válido " +
    "veículo ângulo diâmetro tecnologia antiembaçante espaçamento aminoácidos área matéria família gênero " +
    "nível período início índice título rótulo líquido líquida sólido sólida úmido úmida solúvel volátil " +
    "mínimos máximos mínima máxima técnico técnica agronômico agronômica botânico botânica científico " +
    "científica genético genética hídrico hídrica térmico térmica elétrico elétrica hidráulico hidráulica " +
    "mecânico mecânica plástico metálico metálica básico básica químicos químicas físicos físicas orgânicas " +
    "sintético público mês três raízes saúde estágio vírus bactéria bactérias toxicológico"
  )
    .split(" ")
    .map((word) => [bare(word), word]),
);

/** Endings that Portuguese always writes with an accent. */
const ENDINGS: [RegExp, string][] = [
  [/coes$/, "ções"],
  [/cao$/, "ção"],
  // No Portuguese noun ends in a bare -ao or -oes; of other languages some do (`shoes`).
  [/([^h])oes$/, "$1ões"],
  [/ao$/, "ão"],
  [/([ea])ncia(s?)$/, "$1\u0302ncia$2"],
  [/([ao])rio(s?)$/, "$1\u0301rio$2"],
  [/ogic([oa]s?)$/, "ógic$1"],
];

/** `formulacao` → `Formulação`, `k2o_pct` → `K₂O (%)`, `modo_de_acao` → `Modo de ação`. */
export function attributeLabel(key: string): string {
  const trimmed = key.trim();
  const unit = UNITS.find(
    ([ending]) => trimmed.length > ending.length && trimmed.toLowerCase().endsWith(ending),
  );
  const stem = unit ? trimmed.slice(0, -unit[0].length) : trimmed;
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
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  const rule = word.length > 3 ? ENDINGS.find(([ending]) => ending.test(word)) : undefined;
  return rule ? word.replace(rule[0], rule[1]).normalize("NFC") : word;
}

function bare(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
