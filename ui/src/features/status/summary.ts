/** The status in one word and one figure. */
import type { Status } from "../../api/types";

/** Warnings that only say that work is going on, which is no reason to worry. */
const UNDER_WAY = ["embeddingPending", "embeddingFilling"];

export type Tone = "ready" | "building" | "warning" | "failed" | "offline";

export function toneOf(status: Status, connectionLost: boolean): Tone {
  if (connectionLost) return "offline";
  if (status.phase === "failed" || !status.database.ready) return "failed";
  if (status.warnings.some(({ code }) => !UNDER_WAY.includes(code))) return "warning";
  const building = status.embeddings.some(({ state, pending }) => state === "building" || pending > 0);
  return building ? "building" : "ready";
}

/** How many passages still wait for their vector, and the share that has one; null when none waits. */
export function pendingShare(status: Status): { pending: number; done: number } | null {
  const pending = status.embeddings.reduce((sum, model) => sum + model.pending, 0);
  if (pending === 0) return null;
  const embedded = status.embeddings.reduce((sum, model) => sum + model.embedded, 0);
  return { pending, done: embedded / (embedded + pending) };
}
