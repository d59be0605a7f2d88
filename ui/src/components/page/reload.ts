/**
 * Loads the whole page anew by itself. Many browsers remember that a script did not come and do not ask
 * for it again, so a page that failed while the server was away cannot come in any other way there.
 */
import { call } from "../../api/command";

/** When it was last done, for this tab. */
const RELOADED_AT = "celeiro.reloadedAt";
/** A server that answers and has no such script would otherwise be asked without end. Milliseconds. */
const SELDOM_MS = 60_000;

/**
 * Reloads the page where the server answers again and nothing objects; it resolves where it did not.
 * `signal` prevents it.
 */
export async function reloadIfServed(signal: AbortSignal): Promise<void> {
  const answers = await call("status", {}, signal).then(
    () => true,
    () => false,
  );
  if (answers && isLeavable() && noteReload()) window.location.reload();
}

/** What would ask the person before the page goes is asked itself: cells that are not stored, say. */
function isLeavable(): boolean {
  return window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

/** Whether it may be done now; without a place to note it, it is not. */
function noteReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < SELDOM_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
