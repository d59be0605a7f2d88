/**
 * Dictation: recorded until the person stops it, written down by the program, and handed over as text. A recording
 * that was not written down stays until the person tries again or throws it away.
 */
import { useEffect, useRef, useState } from "react";
import { asCommandError, call, type CommandError } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { sendFile } from "../../../api/transfers";
import { hostKind } from "../../../host";
import { useStable } from "../../../lib/hooks/useStable";
import {
  absenceOf,
  MAX_SECONDS,
  refusalOf,
  startRecorder,
  type Absence,
  type Recorder,
  type Refusal,
} from "./recording";

export type Phase = "idle" | "asking" | "recording" | "writing" | "failed";

export type Dictation = {
  /** Whether a server is configured that writes speech down. */
  isOffered: boolean;
  phase: Phase;
  /** How long it has been recorded, in seconds. */
  seconds: number;
  /** Why nothing is recorded. */
  trouble: Absence | Refusal | "empty" | CommandError | null;
  start: () => void;
  stop: () => void;
  discard: () => void;
  /** Has the last recording written down again. */
  again: () => void;
};

/** Whether the settings name a server: its key, or an address of one's own. */
function useIsConfigured(): boolean {
  const { data } = useCommandQuery("getConfig", {});
  const entry = (wanted: string) => data?.find(({ name }) => name === wanted);
  const [key, base] = [entry("TRANSCRIPTION_API_KEY"), entry("TRANSCRIPTION_BASE_URL")];
  const hasKey = key !== undefined && key.value !== null && !key.needsReentry;
  return hasKey || (base !== undefined && base.origin !== "default");
}

export function useDictation(onText: (text: string) => void): Dictation {
  const isOffered = useIsConfigured();
  const [phase, setPhase] = useState<Phase>("idle");
  const [seconds, setSeconds] = useState(0);
  const [trouble, setTrouble] = useState<Dictation["trouble"]>(null);
  const recorder = useRef<Recorder | null>(null);
  const kept = useRef<File | null>(null);
  const cancel = useRef<AbortController | null>(null);
  const isHere = useRef(true);

  const fail = (next: Phase, why: Dictation["trouble"]) => {
    setPhase(next);
    setTrouble(why);
  };
  const writeDown = async (file: File) => {
    kept.current = file;
    setPhase("writing");
    setTrouble(null);
    const stop = new AbortController();
    cancel.current = stop;
    try {
      const uploadId = await sendFile(file, "dictation", () => undefined, stop.signal);
      const { text } = await call("transcribeAudio", { uploadId }, stop.signal);
      if (stop.signal.aborted) return;
      kept.current = null;
      setPhase("idle");
      onText(text);
    } catch (cause) {
      if (!stop.signal.aborted) fail("failed", asCommandError(cause));
    }
  };
  const stop = useStable(async () => {
    const ending = recorder.current;
    if (!ending) return;
    recorder.current = null;
    const file = await ending.stop();
    if (!isHere.current) return;
    if (file.size === 0) fail("idle", "empty");
    else await writeDown(file);
  });
  const start = useStable(async () => {
    if (phase !== "idle") return;
    const absence = absenceOf(hostKind() === "window");
    if (absence) return fail("idle", absence);
    setTrouble(null);
    setPhase("asking");
    try {
      const begun = await startRecorder(() => void stop());
      if (!isHere.current) return begun.discard();
      recorder.current = begun;
      setSeconds(0);
      setPhase("recording");
    } catch (cause) {
      fail("idle", refusalOf(cause));
    }
  });
  const discard = useStable(() => {
    const ending = recorder.current;
    recorder.current = null;
    ending?.discard();
    cancel.current?.abort();
    kept.current = null;
    fail("idle", null);
  });
  const again = useStable(() => {
    if (kept.current) void writeDown(kept.current);
  });

  useEffect(() => {
    if (phase !== "recording") return;
    const begun = performance.now();
    const timer = setInterval(() => {
      const passed = (performance.now() - begun) / 1_000;
      setSeconds(Math.min(MAX_SECONDS, Math.floor(passed)));
      if (passed >= MAX_SECONDS) void stop();
    }, 250);
    return () => clearInterval(timer);
  }, [phase, stop]);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      recorder.current?.discard();
      recorder.current = null;
      cancel.current?.abort();
    };
  }, []);

  return {
    isOffered,
    phase,
    seconds,
    trouble,
    start: () => void start(),
    stop: () => void stop(),
    discard,
    again,
  };
}
