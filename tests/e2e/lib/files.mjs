// Files of every kind that can be attached or imported, made here: whole ones, and such as mean harm.
import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** A ZIP archive of `entries`, each `[name, text or bytes]`. */
export function zip(entries) {
  const parts = [];
  const index = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const label = Buffer.from(name);
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const facts = Buffer.alloc(26);
    // Version 2.0, names in UTF-8, deflated; no time.
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, label, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    index.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, place, label]));
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(index);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listing, Buffer.from("PK\x05\x06"), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = "http://schemas.openxmlformats.org";

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

export function docx(text) {
  const paragraphs = text.split("\n").map((line) => `<w:p><w:r><w:t>${escaped(line)}</w:t></w:r></w:p>`);
  return docxOf(`<w:body>${paragraphs.join("")}</w:body>`);
}

function docxOf(body) {
  return zip([
    ["[Content_Types].xml", `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`],
    ["_rels/.rels", `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`],
    ["word/document.xml", `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main">${body}</w:document>`],
  ]);
}

/** A document of a few kilobytes that is `megabytes` unpacked. */
export function bomb(megabytes) {
  return docxOf(`<w:body><w:p><w:r><w:t>${"a".repeat(megabytes * 1024 * 1024)}</w:t></w:r></w:p></w:body>`);
}

/** A workbook of one sheet; every cell is text. */
export function xlsx(rows) {
  const cell = (value) => `<c t="inlineStr"><is><t>${escaped(String(value))}</t></is></c>`;
  const lines = rows.map((row) => `<row>${row.map(cell).join("")}</row>`);
  return zip([
    ["[Content_Types].xml", `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`],
    ["_rels/.rels", `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`],
    ["xl/_rels/workbook.xml.rels", `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`],
    ["xl/workbook.xml", `${XML}<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="Planilha" sheetId="1" r:id="r1"/></sheets></workbook>`],
    ["xl/worksheets/sheet1.xml", `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${lines.join("")}</sheetData></worksheet>`],
  ]);
}

/** A page of one line; `trailer` may say more of the file, such as that it is encrypted. */
export function pdf(text, trailer = "", more = []) {
  const drawn = `BT /F1 12 Tf 72 720 Td (${text.replace(/[()\\]/g, "\\$&")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...more,
  ];
  let body = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, "latin1");
}

/** As a program writes it that was given a password: it cannot be read without. */
export function lockedPdf() {
  const hash = "<" + "5a".repeat(32) + ">";
  const lock = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -3904 /O ${hash} /U ${hash} >>`;
  const id = "<" + "0f".repeat(16) + ">";
  return pdf("segredo", `/Encrypt 6 0 R /ID [${id} ${id}]`, [lock]);
}

/** A small picture of one colour. */
export function png(red, green, blue, side = 8) {
  const chunk = (name, data) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.from([0, ...Array.from({ length: side }, () => [red, green, blue]).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)));
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([sign, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** A file for the page's file dialog. */
export function file(name, content, mimeType = "application/octet-stream") {
  return { name, mimeType, buffer: Buffer.from(content) };
}
