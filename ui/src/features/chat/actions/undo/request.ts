/** Which confirmed writes are undone together, as the program is asked for them. */
import type { Req } from "../../../../api/command";
import type { Action } from "../../types";

export type Request = Req<"undoActions">;
export type Scope = Request["scope"];

/** Offset of the person's clocks from UTC at a moment, for undo by day. Minutes. */
export function offsetAt(instant: string): number {
  // Where the clocks are UTC's, the difference is a zero with a sign.
  return -new Date(instant).getTimezoneOffset() || 0;
}

/** The writes that belong to `scope` of an action that was confirmed at `decidedAt` on `day`. */
export function requestOf(action: Action, scope: Scope, day: string | null, redo: boolean): Request {
  switch (scope) {
    case "action":
      return { scope, redo, id: action.id };
    case "turn":
      return { scope, redo, id: action.messageId };
    case "conversation":
      return { scope, redo, id: action.conversationId };
    case "day":
      return { scope, redo, day, offsetMinutes: offsetAt(action.decidedAt ?? action.createdAt), mine: true };
  }
}
