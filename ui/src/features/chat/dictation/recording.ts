/** What the browser has for recording speech, and a recording of the person's microphone. */

/** Longest dictation, in seconds; the program takes no longer one. */
export const MAX_SECONDS = 120;

/** Why there is no microphone here: the program's own window, or an address that the browser does not trust. */
export type Absence = "window" | "browser";

/** What keeps a recording from beginning. */
export type Refusal = "denied" | "noMicrophone" | "busy";

/** Forms of recording that servers take, the best first; Safari and WebKitGTK have the last alone. */
const FORMS = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/** Why nothing can be recorded here; `null` where it can. */
export function absenceOf(isWindow: boolean): Absence | null {
  // The types promise both; a window of WebKitGTK and a page over plain http have neither.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const canRecord = typeof devices?.getUserMedia === "function" && typeof MediaRecorder === "function";
  if (canRecord) return null;
  return isWindow ? "window" : "browser";
}

export function refusalOf(cause: unknown): Refusal {
  const { name } = (cause ?? {}) as { name?: unknown };
  if (name === "NotFoundError" || name === "OverconstrainedError") return "noMicrophone";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "denied";
}

export type Recorder = {
  /** Ends the recording and gives it. */
  stop: () => Promise<File>;
  /** Ends it and throws it away. */
  discard: () => void;
};

/** Begins to record; `onEnd` hears that the recording ended by itself, as when the microphone is unplugged. */
export async function startRecorder(onEnd: () => void): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => stream.getTracks().forEach((track) => track.stop());
  try {
    const mimeType = FORMS.find((form) => MediaRecorder.isTypeSupported(form));
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 32_000 });
    const parts: Blob[] = [];
    const ended = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve()));
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", onEnd);
    // In pieces of a second: what a crash of the page leaves is little, and clusters tell the length.
    recorder.start(1_000);
    const end = async () => {
      if (recorder.state !== "inactive") recorder.stop();
      await ended;
      release();
    };
    return {
      stop: async () => {
        await end();
        return new File(parts, "dictation", { type: recorder.mimeType });
      },
      discard: () => void end(),
    };
  } catch (cause) {
    release();
    throw cause;
  }
}
