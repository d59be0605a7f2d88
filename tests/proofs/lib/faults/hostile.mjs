// Files that mean harm, and such as were damaged on their way: made from a seed, the same in every run.
import { bomb, docx, lockedPdf, pdf, png, xlsx, zip } from "../../../e2e/lib/files.mjs";

const MEGABYTE = 1 << 20;
const CSV = 'código;nome;descrição;preço\n1;"Adubo ""B""\nfino";é;1,50\n2;Calcário;"y";2,00\n';
const JSON_LINES = '{"name": "Adubo", "attributes": {"k": [1, 2]}}\n{"name": "Calcário", "price": 2}\n';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>Adubo</text></svg>';

/** Whole files, each of which must be taken by an import or as an attachment. */
export function makeWholeFiles() {
  return [
    ["inteira.csv", CSV, "import"],
    [
      "inteira.xlsx",
      xlsx([
        ["nome", "preco"],
        ["Ureia inteira", "2"],
      ]),
      "import",
    ],
    ["inteira.json", '[{"name": "Milho inteiro"}, {"name": "Soja inteira", "price": 1.5}]', "import"],
    ["inteira.jsonl", JSON_LINES, "import"],
    ["inteira.docx", docx("Dose de dois litros."), "attachment"],
    ["inteira.pdf", pdf("Dose de dois litros."), "attachment"],
    ["inteira.txt", "Dose de dois litros.", "attachment"],
    ["inteira.png", png(1, 2, 3), "attachment"],
  ].map(([name, content, purpose]) => ({ name, bytes: Buffer.from(content), purpose }));
}

/** `count` files: the crafted ones first, then whole ones damaged at random. */
export function* makeHostileFiles(count, random) {
  const sources = [
    ...makeWholeFiles(),
    { name: "inteira.svg", bytes: Buffer.from(SVG) },
    {
      name: "inteira.zip",
      bytes: zip([
        ["a.csv", CSV],
        ["b/c.txt", "c"],
      ]),
    },
  ];
  const crafted = craft();
  for (let number = 0; number < count; number += 1) {
    const next = crafted.next();
    const { name, bytes } = sources[number % sources.length];
    if (!next.done) yield { name: next.value[0], bytes: Buffer.from(next.value[1]) };
    else yield { name: name.replace("inteira", `estragada-${number}`), bytes: damage(bytes, random) };
  }
}

/** Cuts, overwrites, removes, doubles or inserts something, up to four times. */
function damage(source, random) {
  const odd = ['"', "\0", "\xff\xfe", "{[", "99999999999999999999", "\n", "\r", "<!--"];
  let bytes = source;
  for (let left = 1 + random(4); left > 0; left -= 1) {
    const at = random(bytes.length + 1);
    const end = Math.min(at + random(60), bytes.length);
    const to = random(bytes.length + 1);
    const kind = random(5);
    if (kind === 0) bytes = bytes.subarray(0, at);
    else if (kind === 1) bytes = splice(bytes, at, at + 1, Buffer.from([random(256)]));
    else if (kind === 2) bytes = splice(bytes, at, end, Buffer.alloc(0));
    else if (kind === 3) bytes = splice(bytes, to, to, bytes.subarray(at, end));
    else bytes = splice(bytes, to, to, Buffer.from(odd[random(odd.length)], "latin1"));
  }
  return bytes;
}

function splice(bytes, from, to, between) {
  return Buffer.concat([bytes.subarray(0, from), between, bytes.subarray(to)]);
}

function* craft() {
  yield* craftNames();
  yield* craftTexts();
  yield* craftArchives();
  yield* craftDocuments();
}

function* craftNames() {
  for (const name of [
    "../../../etc/passwd.csv",
    "a\0b.csv",
    "CON",
    `${"n".repeat(300)}.csv`,
    "\u202egpj.csv",
    "<img src=x onerror=alert(1)>.csv",
    " ",
    "a/b\\c.csv",
    "nome\nnovo.csv",
  ]) {
    yield [name, Buffer.from([0, 1, 2, 3, 0, 255])];
  }
}

function* craftTexts() {
  yield ["vazia.csv", ""];
  yield ["marca.csv", "\ufeff"];
  yield ["zeros.csv", Buffer.alloc(MEGABYTE)];
  yield ["aspas.csv", `nome;preco\n"${"sem fim ".repeat(250_000)}`];
  yield [
    "larga.csv",
    `${Array.from({ length: 20_000 }, (_, n) => `c${n}`).join(";")}\n${"1;".repeat(20_000)}\n`,
  ];
  yield ["celula.csv", `nome\n${"x".repeat(8 * MEGABYTE)}\n`];
  yield ["formula.csv", "nome;preco\n=cmd|' /C calc'!A0;1\n"];
  yield ["utf16.csv", Buffer.from("nome;preco\nAdubo;1\n", "utf16le")];
  yield ["surdos.csv", Buffer.from("nome\n\xed\xa0\x80\xff\xfe\n", "latin1")];
  yield ["funda.json", "[".repeat(200_000)];
  yield ["funda-objeto.json", '{"a":'.repeat(100_000)];
  yield ["numero.json", `[{"name": "a", "price": ${"9".repeat(5_000)}}]`];
  yield ["expoente.json", '[{"name": "a", "price": 1e999999999}]'];
  yield ["repetida.json", '[{"name": "a", "name": "b", "__proto__": {"x": 1}}]'];
  yield ["nula.jsonl", '{"name": "a\\u0000b"}\n{"name": "\\ud800"}\n'];
  yield ["linha.jsonl", `{"name": "${"y".repeat(12 * MEGABYTE)}"}\n`];
  yield ["outra.jsonl", 'null\n1\n[]\n"a"\n'];
  yield [
    "risos.svg",
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${"ha".repeat(50)}">${entities("a")}]>${SVG.replace("Adubo", "&i;")}`,
  ];
  yield ["roteiro.svg", SVG.replace("<text>", "<script>alert(1)</script><text>")];
  yield ["foto.csv", png(1, 2, 3)];
  yield ["pagina.html", "<script>".repeat(100_000)];
}

/** Each entity ten times the one before. */
function entities(first) {
  return [..."bcdefghi"]
    .map((name, at, all) => `<!ENTITY ${name} "${`&${at ? all[at - 1] : first};`.repeat(10)}">`)
    .join("");
}

function* craftArchives() {
  const nested = (depth) => (depth ? zip([["dentro.zip", nested(depth - 1)]]) : Buffer.from("fim"));
  yield [
    "sai.zip",
    zip([
      ["../../fora.txt", "x"],
      ["/etc/passwd", "x"],
    ]),
  ];
  yield ["aninhada.zip", nested(30)];
  yield ["muitas.zip", zip(Array.from({ length: 20_000 }, (_, n) => [`${n}.txt`, ""]))];
  yield [
    "mesma.xlsx",
    zip([
      ["xl/workbook.xml", "<a/>"],
      ["xl/workbook.xml", "<b/>"],
    ]),
  ];
  yield ["bomba.xlsx", xlsx([["nome"], ["a".repeat(200 * MEGABYTE)]])];
  yield ["bomba.docx", bomb(300)];
  const whole = xlsx([["nome"], ["Adubo"]]);
  for (const [at, word] of [
    [18, 0xffffffff],
    [22, 0xffffffff],
    [14, 0],
    [26, 0xffff],
  ]) {
    const lied = Buffer.from(whole);
    if (at === 26) lied.writeUInt16LE(word, at);
    else lied.writeUInt32LE(word, at);
    yield [`mentira-${at}.xlsx`, lied];
  }
  yield ["cortada.xlsx", whole.subarray(0, 300)];
  yield ["cauda.xlsx", Buffer.concat([whole, Buffer.alloc(MEGABYTE, 65)])];
}

function* craftDocuments() {
  const text = (body) => Buffer.from(body, "latin1");
  const header = "%PDF-1.4\n";
  yield ["senha.pdf", lockedPdf()];
  yield ["cabeca.pdf", text(header)];
  yield ["rasgado.pdf", Buffer.concat([pdf("x").subarray(0, 60), Buffer.alloc(500, 7)])];
  yield [
    "circulo.pdf",
    text(
      `${header}1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj trailer<</Root 1 0 R/Size 3>>`,
    ),
  ];
  yield [
    "anterior.pdf",
    text(
      `${header}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF`,
    ),
  ];
  yield ["fundo.pdf", text(`${header}1 0 obj ${"[".repeat(300_000)} endobj trailer<</Root 1 0 R>>`)];
  yield ["contagem.pdf", text(pdf("x").toString("latin1").replace("/Count 1", "/Count 2147483647"))];
  yield [
    "comprido.pdf",
    text(
      pdf("x")
        .toString("latin1")
        .replace(/\/Length \d+/, "/Length 99999999999"),
    ),
  ];
  yield [
    "quebrado.docx",
    zip([
      ["[Content_Types].xml", "<"],
      ["word/document.xml", "<w:document"],
    ]),
  ];
  yield ["fundo.docx", zip([["word/document.xml", "<w:p>".repeat(400_000)]])];
  yield [
    "entidade.docx",
    zip([
      [
        "word/document.xml",
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:body>&x;</w:body></w:document>',
      ],
    ]),
  ];
}
