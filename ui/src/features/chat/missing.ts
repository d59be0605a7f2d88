/** What the desk has to do without, so that a person knows how far to trust an answer. */
import type { Status } from "../../api/types";
import type { Message } from "./contract";

export type Missing = "offline" | "noModel" | "noEmbedder";

/** Names of warnings in the program's status. */
const WARNING = { noModel: "noModel", noEmbedder: "noEmbedder" } as const;

/** The code of an answer that no model wrote because none is configured. */
const NO_PROVIDER = "no-model";

export function missingOf(status: Status, connectionLost: boolean, answer: Message | null): Missing[] {
  const warned = (code: string) => status.warnings.some((warning) => warning.code === code);
  const composed =
    answer?.state === "composed" && (!answer.response?.error || answer.response.error.code === NO_PROVIDER);
  return [
    ...(connectionLost ? (["offline"] as const) : []),
    ...(warned(WARNING.noModel) || composed ? (["noModel"] as const) : []),
    ...(warned(WARNING.noEmbedder) ? (["noEmbedder"] as const) : []),
  ];
}
