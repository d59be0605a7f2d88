/** The writes of a card, each with its own arguments and rows: the program tells them in one list. */
import type { Action, CardArgument, CardChange } from "../../types";

export type CardPart = {
  /** Its place on the card, from 0. */
  at: number;
  tool: string;
  /** The arguments that are sealed. */
  given: unknown;
  arguments: CardArgument[];
  changes: CardChange[];
  /** Whether no row is folded away: words can confirm what the card shows. */
  isUnfolded: boolean;
  changed: number;
  unchanged: number;
  problems: number;
};

/** A card of a former version names no writes: it has one. */
export function partsOf({ tool, arguments: given, card, state, keepsBoth }: Action): CardPart[] {
  const writes = card.writes ?? [];
  const counted = writes.length > 0 ? writes : [{ ...card, tool }];
  const parts = counted.map(({ tool: name, changed, unchanged, problems }, at) => ({
    at,
    tool: name,
    given: counted.length > 1 ? sealedOf(given, at) : given,
    arguments: card.arguments.filter(({ write = 0 }) => write === at),
    changes: card.changes.filter(({ write = 0 }) => write === at),
    isUnfolded: state === "pending" && !card.buttonOnly,
    changed,
    unchanged,
    problems,
  }));
  return parts.map((part) => (keepsBoth?.includes(part.at) ? keepKnown(part) : part));
}

/** Whether a write on an action's card goes against something known: a person may say that both hold. */
export function goesAgainstKnown({ tool, changes }: CardPart): boolean {
  return tool === "add_knowledge" && changes.some(({ id }) => id !== null);
}

/** Marks a write on an action's card where both hold: what is known stays as it is. */
export function keepKnown(part: CardPart): CardPart {
  const changes = part.changes.map((change) =>
    change.id === null ? change : { ...change, to: change.from },
  );
  return { ...part, changes };
}

/** Whether a known record stays as it is: nothing of it becomes something else. */
export function isSame({ id, from, to }: CardChange): boolean {
  return id !== null && JSON.stringify(from) === JSON.stringify(to);
}

/** Sealed arguments of one of several writes on an action's card. */
function sealedOf(given: unknown, at: number): unknown {
  const writes: unknown = fieldOf(given, "writes");
  return Array.isArray(writes) ? fieldOf(writes[at], "arguments") : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : null;
}
