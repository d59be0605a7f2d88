// A catalog of any size, imported over HTTP, and queries that find something in it.
import { randomUUID } from "node:crypto";
import { pause } from "../../e2e/lib/processes.mjs";

const PURPOSES = ["fungicida", "herbicida", "inseticida", "adubo foliar", "acaricida", "semente"];
const CROPS = ["soja", "milho", "trigo", "café", "algodão", "feijão", "arroz", "citros"];
const SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi xo zu lha nho pra cri dro flu gra tri".split(" ");
const WORDS = 5_000;
const DESCRIPTION_WORDS = 40;
const PATIENCE_MS = 3_600_000;

/** A word of its own for each number. */
function makeWord(number) {
  let [word, rest] = ["", number + SYLLABLES.length];
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** Imports `count` items; words of low numbers are the frequent ones. */
export async function importItems(client, count, random) {
  const rows = ["external_id;name;description;category;price"];
  for (let at = 0; at < count; at += 1) {
    const purpose = PURPOSES[random(PURPOSES.length)];
    const text = Array.from({ length: DESCRIPTION_WORDS }, () => makeWord(random(1 + random(WORDS)))).join(
      " ",
    );
    const name = `${purpose} ${makeWord(at)} para ${CROPS[random(CROPS.length)]}`;
    rows.push(`G${at};${name};${text};${purpose};${1 + random(9000)}`);
  }
  const uploadId = await client.upload("import", "catalog.csv", Buffer.from(rows.join("\n")));
  let state = await client.get("POST", "/api/imports", {
    uploadId,
    kind: "items",
    operationId: randomUUID(),
  });
  const begun = Date.now();
  while (!state.result && !state.error && Date.now() - begun < PATIENCE_MS) {
    await pause(1_000);
    state = await client.get("GET", `/api/imports/${state.id}`);
  }
  if (!state.result) throw new Error(`the import failed: ${JSON.stringify(state.error)}`);
}

/** Queries for items of such a catalog: purposes with crops, names, words of descriptions, slips of the key. */
export function makeQueries(count, random) {
  const kinds = [
    () => `${PURPOSES[random(PURPOSES.length)]} para ${CROPS[random(CROPS.length)]}`,
    () => makeWord(random(2_000)),
    () => `${makeWord(random(200))} ${makeWord(random(WORDS))}`,
    () => `${PURPOSES[random(PURPOSES.length)].slice(0, -2)} ${makeWord(random(100))}`,
  ];
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length]());
}
