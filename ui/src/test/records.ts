/** Records for tests: believable ones, and one that tries to be markup. */
import type { ConfigEntry, Explanation, Facets, Hit, Item, SearchResponse, Status } from "../api/types";

export const status: Status = {
  version: "0.1.0",
  phase: "ready",
  phaseMessage: null,
  database: {
    kind: "embedded",
    version: "PostgreSQL 17.6 · pgvector 0.8.1",
    ready: true,
    id: "7300000000000000001-5",
    sizeBytes: 184_549_376,
  },
  replicas: [],
  items: 420,
  activeItems: 418,
  faqs: 68,
  embeddings: [
    {
      corpus: "items",
      provider: "local",
      model: "local-384",
      dimensions: 384,
      state: "ready",
      embedded: 600,
      pending: 0,
      failed: 0,
    },
  ],
  chatModel: null,
  warnings: [],
};

export function setting(name: string, change: Partial<ConfigEntry> = {}): ConfigEntry {
  return {
    name,
    about: `Sobre ${name}.`,
    group: "model",
    form: "text",
    value: null,
    default: null,
    origin: "default",
    secret: false,
    allowed: "abc…",
    choices: [],
    savable: true,
    restart: false,
    waiting: false,
    fusions: [],
    idleIn: null,
    storedIn: null,
    needsReentry: false,
    ...change,
  };
}

export function item(id: string, change: Partial<Item> = {}): Item {
  return {
    id,
    externalId: `X-${id}`,
    name: `Mancozebe ${id}`,
    description: "Fungicida protetor para soja",
    category: "Fungicidas",
    manufacturer: "Agro Exemplo",
    price: 429.9,
    currency: "BRL",
    tags: ["fungicida", "soja"],
    status: "ativo",
    attributes: { formulacao: "WG", culturas: ["soja", "trigo"] },
    notes: null,
    createdAt: "2026-11-02T13:05:11Z",
    updatedAt: "2026-11-20T18:40:00Z",
    version: 1,
    ...change,
  };
}

export const hostile: Partial<Item> = {
  name: '<img src=x onerror="window.hacked=1"> Soja \u202Egnp.exe',
  description: "<script>window.hacked=1</script>",
  manufacturer: "[clique](javascript:alert(1))",
};

export function givenValue(name: string, value: number, description = name): Explanation {
  return { name, kind: "given", value, description, details: [] };
}

export function sum(name: string, details: Explanation[], description = name): Explanation {
  return {
    name,
    kind: "sum",
    value: details.reduce((total, row) => total + row.value, 0),
    description,
    details,
  };
}

export function hit(of: Item, parts: number[] = [4.95, 2.56, 4]): Hit {
  const names = ["vector", "lexical", "pair"];
  const explanation = sum(
    "score",
    parts.map((value, index) => givenValue(names[index] ?? `row${index}`, value, `linha ${index + 1}`)),
  );
  return {
    item: of,
    faq: null,
    source: "vector+lexical",
    score: explanation.value,
    vectorScore: 0.82,
    vectorDistance: -0.825637,
    lexicalScore: 35.5,
    lexicalSignals: {
      queryTokens: ["fungicida", "soja"],
      tokensHit: ["fungicida"],
      fields: [{ token: "fungicida", field: "tags", term: "fungicidas", synonym: true, typo: false }],
      cultures: ["soja"],
      treatments: ["fungicida"],
      hasCultureTreatmentPair: true,
      cultureInTag: true,
      typoTolerant: false,
    },
    lexicalRank: 1,
    vectorRank: 7,
    snippet: of.description ?? "",
    explanation,
  };
}

export function response(results: Hit[], change: Partial<SearchResponse> = {}): SearchResponse {
  return {
    query: "fungicida soja",
    tokens: ["fungicida", "soja"],
    corrections: [],
    results,
    vectorCount: 60,
    lexicalCount: 40,
    embeddingUsed: true,
    fallbackReason: null,
    timings: { embedMs: 1.2, lexicalMs: 2.4, vectorMs: 1.9, fuseMs: 0.5, totalMs: 6 },
    profile: "padrão",
    fusion: "enhanced",
    ragSource: "hybrid",
    ...change,
  };
}

export const facets: Facets = {
  categories: [
    { value: "Fungicidas", count: 30 },
    { value: "Herbicidas", count: 40 },
  ],
  manufacturers: [{ value: "Agro Exemplo", count: 12 }],
  tags: [{ value: "soja", count: 90 }],
  stock: [{ value: "unknown", count: 70 }],
  minPrice: 7.9,
  maxPrice: 2400,
  attributes: [{ key: "formulacao", values: [{ value: "WG", count: 5 }] }],
};
