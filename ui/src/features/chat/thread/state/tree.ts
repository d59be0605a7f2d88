/**
 * The messages of a conversation as the tree they are: an edit or a second answer begins a branch
 * beside the first, and nothing is lost. One path through it is on screen, from the beginning to the
 * active message.
 */
import type { Message } from "../../types";

/** A message on the path, with its siblings (itself among them), oldest first. */
export type Step = { message: Message; siblings: readonly string[]; index: number };

export type Tree = {
  byId: ReadonlyMap<string, Message>;
  /** Ids of the messages after each, oldest first; `null` holds the first messages. */
  children: ReadonlyMap<string | null, readonly string[]>;
};

/** `messages` oldest first, as the conversation gives them. A message whose parent is gone begins a branch. */
export function treeOf(messages: readonly Message[]): Tree {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = new Map<string | null, string[]>();
  for (const { id, parentId } of messages) {
    const parent = parentId !== null && byId.has(parentId) ? parentId : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  return { byId, children };
}

/** The path to `activeId`; without one (or where it is gone) to the newest message. */
export function pathTo(tree: Tree, activeId: string | null): Step[] {
  const end = activeId !== null && tree.byId.has(activeId) ? activeId : newest(tree);
  const path: Step[] = [];
  const seen = new Set<string>();
  for (let id: string | null = end; id !== null && !seen.has(id);) {
    seen.add(id);
    const message = tree.byId.get(id);
    if (!message) break;
    const parent = parentOf(tree, message);
    const siblings = tree.children.get(parent) ?? [id];
    path.push({ message, siblings, index: siblings.indexOf(id) });
    id = parent;
  }
  return path.reverse();
}

/** The end of the branch that goes through `id`, following the newest message at every fork. */
export function endOf(tree: Tree, id: string): string {
  const seen = new Set<string>();
  let end = id;
  for (let next: string | undefined = id; next !== undefined && !seen.has(next);) {
    seen.add(next);
    end = next;
    next = tree.children.get(next)?.at(-1);
  }
  return end;
}

function newest(tree: Tree): string | null {
  return [...tree.byId.keys()].at(-1) ?? null;
}

function parentOf(tree: Tree, { parentId }: Message): string | null {
  return parentId !== null && tree.byId.has(parentId) ? parentId : null;
}
