/** The steps of a turn: each as it happens, and one line for all of them once the answer is there. */
import { Loader, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconChevronRight, IconMinus, IconRefresh } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import type { StepLine } from "./steps";
import classes from "./Steps.module.css";

/** While the turn runs. `since` is when it began; until a step is known, that is what is said. */
export function RunningSteps({ lines, stopping }: { lines: readonly StepLine[]; stopping: boolean }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.steps}>
      {lines.length === 0 && (
        <li className={classes.step}>
          <Loader size={13} />
          {t("steps.sending")}
        </li>
      )}
      {lines.map((line) => (
        <Line key={line.stage} line={line} />
      ))}
      {stopping && (
        <li className={classes.step}>
          <Loader size={13} color="gray" />
          {t("steps.stopping")}
        </li>
      )}
    </ul>
  );
}

type DoneProps = { lines: readonly StepLine[]; summary: string; beside: ReactNode };

/** Draws the steps of a turn once it is over: one line, and on demand the steps. */
export function DoneSteps({ lines, summary, beside }: DoneProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <div className={classes.line}>
        {lines.length === 0 ? (
          <span className={classes.summary}>{summary}</span>
        ) : (
          <UnstyledButton className={classes.summary} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevronRight size={14} className={classes.chevron} aria-hidden />
            {summary}
          </UnstyledButton>
        )}
        {beside}
      </div>
      {open && (
        <ul className={classes.steps} data-done>
          {lines.map((line) => (
            <Line key={line.stage} line={line} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ line: { stage, state, ms, retry } }: { line: StepLine }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const under = state === "started" || state === "retrying";
  return (
    <li className={classes.step} data-state={state}>
      <Mark state={state} />
      <span>{under ? t(`steps.doing.${stage}`) : t(`steps.did.${stage}`)}</span>
      {retry && <span className={classes.note}>{t("steps.attempt", retry)}</span>}
      {state === "skipped" && <span className={classes.note}>{t("steps.skipped")}</span>}
      {state === "failed" && <span className={classes.note}>{t("steps.failed")}</span>}
      {ms !== null && state !== "skipped" && <span className={classes.time}>{formats.duration(ms)}</span>}
      {under && <ElapsedTime />}
    </li>
  );
}

function Mark({ state }: { state: StepLine["state"] }) {
  switch (state) {
    case "started":
      return <Loader size={13} />;
    case "retrying":
      return <IconRefresh size={14} aria-hidden />;
    case "done":
      return <IconCheck size={14} aria-hidden />;
    case "skipped":
      return <IconMinus size={14} aria-hidden />;
    case "failed":
      return <IconAlertTriangle size={14} aria-hidden />;
  }
}

/** Said only where waiting becomes noticeable. Milliseconds. */
const NOTICEABLE_MS = 2_000;

function ElapsedTime() {
  const formats = useFormats();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (seconds * 1_000 < NOTICEABLE_MS) return null;
  return (
    <span className={classes.time} aria-hidden>
      {formats.duration(seconds * 1_000)}
    </span>
  );
}
