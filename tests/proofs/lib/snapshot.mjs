// The database as it is stored: the tables of records, operations and revisions, read with pg_dump past
// everything that the program could gloss over.

const TABLES = ["catalog_items", "faqs", "operations", "revisions"];

/** The rows of each table, read from a running server's database. */
export async function readSnapshot(server, names = TABLES) {
  const tables = names.flatMap((table) => ["-t", table]);
  const text = await server.runTool("pg_dump", ["-d", "celeiro", "--data-only", "--no-sync", ...tables]);
  return parseDump(text);
}

/** Rows by table and column of the COPY blocks of a dump. */
export function parseDump(text) {
  const tables = Object.fromEntries(TABLES.map((table) => [table, []]));
  let rows, columns;
  for (const line of text.split("\n")) {
    const block = /^COPY public\.(\w+) \((.*)\) FROM stdin;$/.exec(line);
    if (block)
      [rows, columns] = [(tables[block[1]] ??= []), block[2].split(", ").map((name) => name.replaceAll('"', ""))];
    else if (line === "\\.") rows = undefined;
    else if (rows) rows.push(parseRow(line, columns));
  }
  return tables;
}

function parseRow(line, columns) {
  const values = line.split("\t").map((value) => (value === "\\N" ? null : unescape(value)));
  return Object.fromEntries(columns.map((column, at) => [column, values[at]]));
}

const SIGNS = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

function unescape(value) {
  return value.replace(/\\(.)/g, (_, sign) => SIGNS[sign] ?? sign);
}
