/**
 * A conversation as a file: the open branch as Markdown, to read and to send on, with prices and times
 * as the person writes them; everything in it as JSON, with all branches, for programs.
 */
import type { ChatSource, ConversationDetail, Message, MessageState, Showcase, ShowcaseItem } from "../types";
import { pathTo, treeOf } from "../thread/state/tree";

/** How an answer ends that is not whole; one without a model says so itself. */
type CutState = Exclude<MessageState, "complete" | "composed">;

export type ExportWords = {
  you: string;
  answer: string;
  sources: string;
  /** What stands before the names of pictures and files. */
  attachments: string;
  /** What stands above cards that have no heading of their own. */
  cards: string;
  noPrice: string;
  price: (amount: number, currency: string) => string;
  /** A moment where the person is, with its zone. */
  moment: (instant: string) => string;
  state: (state: CutState) => string;
};

export function renderJson(detail: ConversationDetail): string {
  return `${JSON.stringify(detail, null, 2)}\n`;
}

export function renderMarkdown(detail: ConversationDetail, words: ExportWords): string {
  const path = pathTo(treeOf(detail.messages), detail.activeId);
  const parts = [
    `# ${oneLine(detail.conversation.title)}`,
    ...path.map(({ message }) => messageText(message, words)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function messageText(message: Message, words: ExportWords): string {
  const { role, content, createdAt, state, response, attachments = [] } = message;
  const parts = [`## ${role === "user" ? words.you : words.answer} · ${words.moment(createdAt)}`];
  parts.push(role === "user" ? quoteText(content) : content);
  if (attachments.length > 0) {
    parts.push(`${words.attachments}: ${attachments.map(({ name }) => oneLine(name)).join(", ")}`);
  }
  if (state !== "complete" && state !== "composed") parts.push(`*${words.state(state)}*`);
  for (const showcase of response?.showcases ?? []) {
    parts.push(`### ${oneLine(showcase.title ?? words.cards)}`, cardLines(showcase, words));
  }
  const sources = response?.sources.filter(({ cited }) => cited) ?? [];
  if (sources.length > 0) {
    parts.push(`### ${words.sources}`, sources.map((one) => sourceLine(one, words)).join("\n"));
  }
  return parts.filter((part) => part !== "").join("\n\n");
}

function sourceLine(source: ChatSource, words: ExportWords): string {
  const { mark, title, manufacturer, price, currency, type, externalId } = source;
  const facts = [manufacturer, type === "item" ? priceText(price, currency, words) : null, externalId];
  const known = facts.filter((fact) => fact !== null).map(oneLine);
  return `- [${mark}] ${[oneLine(title), ...known].join(" · ")}`;
}

/** The cards as a list: what each shows in one line. */
function cardLines({ items, slots }: Showcase, words: ExportWords): string {
  const priced = slots.some(({ slot }) => slot === "price");
  const line = ({ mark, name, manufacturer, price, currency, externalId }: ShowcaseItem) => {
    const facts = [name, manufacturer, priced ? priceText(price, currency, words) : null, externalId];
    return `- [${mark}] ${facts
      .filter((fact) => fact !== null)
      .map(oneLine)
      .join(" · ")}`;
  };
  return items.map(line).join("\n");
}

function priceText(price: string | null, currency: string | null, words: ExportWords): string {
  const amount = price === null ? NaN : Number(price);
  return Number.isNaN(amount) ? words.noPrice : words.price(amount, currency ?? "BRL");
}

/** What a person wrote is quoted: it is their text, not the file's structure. */
function quoteText(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A name that every file system takes: the title's letters and digits, at most 60, and the ending. */
export function fileName({ conversation }: ConversationDetail, ending: string): string {
  const name = conversation.title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `${name === "" ? "conversa" : name.toLowerCase()}.${ending}`;
}
