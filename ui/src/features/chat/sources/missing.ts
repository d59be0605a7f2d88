/** What the desk has to do without, so that a person knows how far to trust an answer. */
import type { Status } from "../../../api/types";

export type Missing = "offline" | "noModel" | "noEmbedder";

/** The name of a warning in the program's status. */
const NO_EMBEDDER = "noEmbedder";

export function missingOf(status: Status, connectionLost: boolean): Missing[] {
  const missing: Missing[] = [];
  if (connectionLost) missing.push("offline");
  if (status.chatModel === null) missing.push("noModel");
  if (status.warnings.some(({ code }) => code === NO_EMBEDDER)) missing.push("noEmbedder");
  return missing;
}
