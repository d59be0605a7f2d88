/** What a model is asked for, in the person's words: traces and prompts carry the name of the job. */
import { useTranslation } from "react-i18next";

const JOBS = [
  "summarize",
  "classify",
  "answer",
  "assistant",
  "reply",
  "assist",
  "memory",
  "counselor",
  "christian",
  "report",
  "vault",
] as const;
type Job = (typeof JOBS)[number];

/** A job that has no words here, as one of a later version, stays as it is called. */
export function useJobName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const job = jobOf(name);
    return job === null ? name : t(`job.${job}`);
  };
}

/** Takes the name of the job, or of its prompt. */
export function jobOf(name: string): Job | null {
  if (name === "catalog_assist") return "assist";
  if (name === "answer_short") return "answer";
  if (name === "assistant_personal") return "assistant";
  if (name === "persona_counselor") return "counselor";
  if (name === "persona_christian") return "christian";
  if (name === "memory_extract") return "memory";
  if (name.startsWith("report_")) return "report";
  if (name === "vault_answer") return "vault";
  return JOBS.find((job) => job === name) ?? null;
}
