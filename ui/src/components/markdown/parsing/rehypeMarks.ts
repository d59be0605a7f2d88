/**
 * Finds in a rendered tree what is not Markdown: marks of sources, `[1]`, become `cite` elements, and
 * passages to be read with caution `mark` elements. Markdown itself makes neither, so that what draws
 * them (Markdown.tsx) can rely on where they come from. A picture inside a link becomes its text.
 */
import type { Element, ElementContent, Root, RootContent, Text } from "hast";

/** A passage of the block's source, in UTF-16 units, and the number of the caution about it. */
export type Passage = { from: number; to: number; caution: number };
export type MarksOptions = { known: ReadonlySet<number>; passages: readonly Passage[] };

type Content = RootContent | ElementContent;

export function rehypeMarks(options: MarksOptions) {
  return (tree: Root): undefined => {
    tree.children = tree.children.flatMap((child) => walk(child, options, false));
  };
}

function walk(node: Content, options: MarksOptions, inLink: boolean): Content[] {
  if (node.type === "text") return linkMarks(node, options, inLink);
  if (node.type !== "element") return [node];
  if (node.tagName === "img" && inLink) return [{ type: "text", value: altOf(node) }];
  if (node.tagName === "code") return [node];
  const within = inLink || node.tagName === "a";
  node.children = node.children.flatMap((child) => walk(child, options, within)) as ElementContent[];
  return [node];
}

function altOf({ properties }: Element): string {
  return typeof properties["alt"] === "string" ? properties["alt"] : "";
}

function linkMarks(node: Text, { known, passages }: MarksOptions, inLink: boolean): ElementContent[] {
  return pieces(node, passages).flatMap(({ text, caution }) => {
    const content = inLink ? [textNode(text)] : withCitations(text, known);
    if (caution === null) return content;
    return [element("mark", { dataCaution: String(caution) }, content)];
  });
}

type Piece = { text: string; caution: number | null };

/** Cuts a Markdown text where marked passages begin and end; of passages that overlap, the first counts. */
function pieces(node: Text, passages: readonly Passage[]): Piece[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [{ text: node.value, caution: null }];
  const here = passages
    .filter(({ from, to }) => from < end && to > start)
    .toSorted((a, b) => a.from - b.from);
  // Where escapes make source and text differ in length, places within cannot be told.
  if (end - start !== node.value.length) return [{ text: node.value, caution: here[0]?.caution ?? null }];
  const cut: Piece[] = [];
  let done = 0;
  for (const { from, to, caution } of here) {
    const begin = Math.max(done, from - start);
    const finish = Math.max(begin, Math.min(node.value.length, to - start));
    cut.push({ text: node.value.slice(done, begin), caution: null });
    cut.push({ text: node.value.slice(begin, finish), caution });
    done = finish;
  }
  cut.push({ text: node.value.slice(done), caution: null });
  return cut.filter(({ text }) => text !== "");
}

/** One mark or several side by side, with the word before and the stop after them. */
const CITED = /([^\s[\]]{0,24} ?)((?:\[\d{1,3}\])+)([.,;:!?)…]*)/g;
const CITATION = /\[(\d{1,3})\]/g;

/** A mark stays on the line of the word that it belongs to, and so does the full stop after it. */
function withCitations(text: string, known: ReadonlySet<number>): ElementContent[] {
  const content: ElementContent[] = [];
  let from = 0;
  for (const match of text.matchAll(CITED)) {
    const [whole, word = "", marks = "", stop = ""] = match;
    const cited = marksOf(marks, known);
    if (!cited.some(({ type }) => type === "element")) continue;
    content.push(...textNodes(text.slice(from, match.index)));
    content.push(element("span", {}, [...textNodes(word), ...cited, ...textNodes(stop)]));
    from = match.index + whole.length;
  }
  return [...content, ...textNodes(text.slice(from))];
}

function marksOf(marks: string, known: ReadonlySet<number>): ElementContent[] {
  return [...marks.matchAll(CITATION)].map(([mark, number = ""]) =>
    known.has(Number(number)) ? element("cite", { dataMark: number }, [textNode(number)]) : textNode(mark),
  );
}

function textNodes(value: string): Text[] {
  return value === "" ? [] : [textNode(value)];
}

function textNode(value: string): Text {
  return { type: "text", value };
}

function element(tagName: string, properties: Element["properties"], children: ElementContent[]): Element {
  return { type: "element", tagName, properties, children };
}
