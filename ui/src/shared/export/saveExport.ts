/** A file with the records of a view: the program writes it, the page asks how far it is and hands it over. */
import { call, CommandError, type Data, type Req } from "../../api/command";
import { saveDownload } from "../../api/transfers";
import { pause } from "../../lib/pause";

export type ExportRequest = Req<"beginExport">;
export type ExportProgress = Pick<Data<"exportState">, "written" | "total" | "leftOut">;

const POLL_MS = 250;

/** Resolves to the number of records in the file. Once `signal` is aborted no more is written, and none is saved. */
export async function saveExport(
  request: ExportRequest,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<number> {
  // Without the signal: what has begun is known, and given up below.
  let state = await call("beginExport", request);
  const { id } = state;
  try {
    while (!state.file && !state.error) {
      onProgress(state);
      await pause(POLL_MS, signal);
      state = await call("exportState", { id }, signal);
    }
    onProgress(state);
    if (state.error) throw new CommandError({ ...state.error, details: state.error.details ?? null });
    if (state.file) await saveDownload(state.file, signal);
    return state.written;
  } finally {
    void call("dropExport", { id }).catch(() => undefined);
  }
}
