/**
 * The commands of the box by their names, and what a typed text is: a command or a message. Pure. A command
 * is a name right behind a slash at the beginning; other slashes (`/ 5 L`, `/etc/hosts`, `20/5`) are text.
 */
import type { Item } from "../../../../api/types";
import type { Lang } from "../../../../lib/language";
import { cleanText, fold } from "../../../../lib/text/text";

export type CommandId = "search" | "item" | "compare" | "memory" | "reminders" | "vault" | "help";
type Command = {
  id: CommandId;
  names: Record<Lang, string>;
  /** Whether it is one of the personal assistant, and offered while that is on. */
  isPersonal?: boolean;
};

/** In the order in which they are listed. */
const COMMANDS: readonly Command[] = [
  { id: "search", names: { "pt-BR": "busca", en: "search" } },
  { id: "item", names: { "pt-BR": "item", en: "item" } },
  { id: "compare", names: { "pt-BR": "comparar", en: "compare" } },
  { id: "memory", names: { "pt-BR": "memoria", en: "memory" }, isPersonal: true },
  { id: "reminders", names: { "pt-BR": "lembretes", en: "reminders" }, isPersonal: true },
  { id: "vault", names: { "pt-BR": "cofre", en: "vault" }, isPersonal: true },
  { id: "help", names: { "pt-BR": "ajuda", en: "help" } },
];

/** The commands that there are while the personal assistant is on, or off. */
export function listCommands(isPersonalOn: boolean): Command[] {
  return COMMANDS.filter(({ isPersonal }) => isPersonalOn || isPersonal !== true);
}

/** Whether a slash command of the composer takes an argument behind its name. */
export function takesArgument(id: CommandId): id is Exclude<CommandId, "help" | "reminders"> {
  return id !== "help" && id !== "reminders";
}

export type Input =
  | { kind: "text"; text: string }
  | { kind: "command"; id: CommandId; argument: string }
  /** A name that no command has, without its slash. */
  | { kind: "unknown"; name: string };

const COMMAND = /^\/(\p{L}[\p{L}\p{M}\p{N}_-]*)([,:;.!?]*)(?:(?:\s+|(?<=[,:;]))([\s\S]*))?$/u;
const NAME_BEGUN = /^\s*\/([\p{L}\p{M}\p{N}_-]*)$/u;

/** What `text` is. A second slash in front (`//busca`) makes text of what would be a command. */
export function parseInput(text: string): Input {
  const line = text.trim();
  if (line.startsWith("//") && readCommand(line.slice(1))) return { kind: "text", text: line.slice(1) };
  return readCommand(line) ?? { kind: "text", text: line };
}

/** The command that a line is, or would be. Marks behind the name of one (`/cofre: …`) make no message of it. */
function readCommand(line: string): Exclude<Input, { kind: "text" }> | null {
  const [, name, marks, argument = ""] = COMMAND.exec(line) ?? [];
  if (name === undefined) return null;
  const id = findCommand(name);
  if (id !== null) return { kind: "command", id, argument };
  return marks === "" ? { kind: "unknown", name } : null;
}

/** A command by its name in either language, in any case, with or without accents. */
function findCommand(name: string): CommandId | null {
  const same = (command: Command) => Object.values(command.names).includes(fold(name));
  return COMMANDS.find(same)?.id ?? null;
}

/** A command by the name under which it is offered. */
export type OfferedCommand = { id: CommandId; name: string };

/** The commands whose name, in this language or else in the other, begins with the name begun in `text`. */
export function offerCommands(text: string, language: Lang, isPersonalOn: boolean): OfferedCommand[] {
  const begun = NAME_BEGUN.exec(text)?.[1];
  if (begun === undefined) return [];
  return listCommands(isPersonalOn).flatMap(({ id, names }) => {
    const ordered = [names[language], ...Object.values(names)];
    const name = ordered.find((one) => one.startsWith(fold(begun)));
    return name === undefined ? [] : [{ id, name }];
  });
}

/** Whether `text` is a question about the vault: it lies in no storage of the browser. */
export function isForVault(text: string): boolean {
  const input = parseInput(text);
  return input.kind === "command" && input.id === "vault";
}

/** Whether `text` is the whole name of a command behind which nothing is written. */
export function isComplete(text: string, { id, name }: OfferedCommand): boolean {
  return !takesArgument(id) && fold(text.trim()) === `/${name}`;
}

/** Most items in one comparison: the desk answers from no more. */
export const MOST_COMPARED = 6;

/** Between two items. The comma of a number or a code (`2,4-D`) is none. */
const MARKS = /[;\n]|,(?!\d)|(?<!\d),/;
const WORDS = / (?:e|and|x|vs\.?|versus) /i;

/** The items to compare: between commas, or between `e` where there is no comma; each one once. */
export function splitItems(argument: string): string[] {
  const marked = cutParts(argument, MARKS);
  const parts = marked.length > 1 ? marked : cutParts(marked[0] ?? "", WORDS);
  const seen = new Set<string>();
  return parts.filter((part) => !seen.has(fold(part)) && seen.add(fold(part)));
}

function cutParts(text: string, between: RegExp): string[] {
  return text.split(between).map(oneLine).filter(Boolean);
}

/** A text in one line, as a search or a name is. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The name of an item that is being typed as the argument of `id`, and where it begins in the text. */
export type ItemBegun = { id: "item" | "compare"; typed: string; from: number };

/** The name of an item at the end of `text`, if one stands there. */
export function findItemBegun(text: string): ItemBegun | null {
  const input = parseInput(text);
  if (input.kind !== "command" || (input.id !== "item" && input.id !== "compare")) return null;
  const begin = /^\s*\/\S+\s+/.exec(text)?.[0].length;
  if (begin === undefined) return null;
  const last = input.id === "item" ? text.slice(begin) : (text.slice(begin).split(MARKS).at(-1) ?? "");
  const typed = last.trimStart();
  return { id: input.id, typed: typed.trimEnd(), from: text.length - typed.length };
}

/** A `/comparar` with the item `name` in the place of the name begun; behind the first waits the second. */
export function completeItem(text: string, begun: ItemBegun, name: string): string {
  const isFirst = splitItems(text.slice(0, begun.from).replace(/^\s*\/\S+/, "")).length === 0;
  return text.slice(0, begun.from) + oneLine(cleanText(name)) + (isFirst ? ", " : "");
}

/** Shortest word that may stand for a longer one, in characters. */
const SHORTEST_BEGINNING = 3;

/** Whether name and code of an item have every word of `text`, or a word that begins with it. */
export function holdsWords({ externalId, name }: Item, text: string): boolean {
  const words = cutWords(`${name} ${externalId ?? ""}`);
  // `20` is no beginning of `200 SC`.
  const holds = (word: string) =>
    words.some((one) => (word.length < SHORTEST_BEGINNING ? one === word : one.startsWith(word)));
  const asked = cutWords(text);
  return asked.length > 0 && asked.every(holds);
}

function cutWords(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * Picks the item that the text of a slash command means among those that a search found. It goes by the
 * item's code, or the end of its code, or its whole name, or because no other one has every word of the
 * text.
 */
export function pickItem(items: readonly Item[], text: string): Item | null {
  const folded = fold(oneLine(text));
  const isExact = ({ externalId, name }: Item) => {
    const code = fold(externalId ?? "");
    return code === folded || code.endsWith(`-${folded}`) || fold(oneLine(name)) === folded;
  };
  const exact = items.filter(isExact);
  const held = exact.length > 0 ? exact : items.filter((item) => holdsWords(item, text));
  return held.length === 1 ? (held[0] ?? null) : null;
}
