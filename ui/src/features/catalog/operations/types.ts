/** An operation of the log, as its row and the dialog that takes it back know it. */
import type { Data } from "../../../api/command";

export type Operation = Data<"listOperations">["rows"][number];
