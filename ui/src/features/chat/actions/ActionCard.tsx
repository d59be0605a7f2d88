/**
 * A write that waits for the person, or several that are decided together: every argument with its origin, what
 * becomes different, and the decision. What runs is what the program has stored; the card only shows it.
 */
import { Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import type { Action } from "../types";
import classes from "./ActionCard.module.css";
import { ActionOutcome } from "./ActionOutcome";
import { CorrectForm } from "./CorrectForm";
import { Countdown } from "./Countdown";
import { Decision } from "./card/Decision";
import { WritePart } from "./card/WritePart";
import { keepKnown, partsOf, type CardPart } from "./card/writes";
import { toolOf } from "./tools";

/** In whose name programs propose that come without an account. */
const WITHOUT_ACCOUNT = "mcp";

type CardProps = {
  id: string;
  /** Of another person's conversation: the write can be read, and is the other's to decide. */
  isReadOnly?: boolean;
};

export function ActionCard({ id, isReadOnly = false }: CardProps) {
  const query = useCommandQuery("getAction", { id });
  const action = query.data;
  if (!action) return query.isPending ? <Loader size="sm" /> : null;
  // A correction on the card itself puts another one in its place; one in words has an answer of its own.
  return <Card action={action} isReadOnly={isReadOnly} onOver={() => void query.refetch()} />;
}

type Props = { action: Action; isReadOnly: boolean; onOver: () => void };

function Card({ action, isReadOnly, onOver }: Props) {
  const { t } = useTranslation();
  const parts = partsOf(action);
  const title = useTitle(parts);
  const { proposedBy } = action.card;
  // The name is the program's own word; the account is what the server has checked.
  const account = action.actor === WITHOUT_ACCOUNT ? null : action.actor;
  return (
    <>
      {/* Cards of one title stand one above the other: a landmark would have to be the only one of its name. */}
      <section className={classes.card} data-state={action.state} role="group" aria-label={title}>
        <header className={classes.head}>
          <h3 className={classes.title}>{title}</h3>
          {action.state === "pending" && <Countdown seconds={action.secondsLeft} onOver={onOver} />}
        </header>
        {typeof proposedBy === "string" && (
          <p className={classes.proposer}>
            {t("actions.proposedBy")} <DataText text={proposedBy} />
            {account !== null && (
              <>
                {" · "}
                <DataText text={t("actions.proposedWith", { who: account })} />
              </>
            )}
          </p>
        )}
        {action.state === "pending" && isReadOnly ? (
          <Parts parts={parts} />
        ) : action.state === "pending" ? (
          <Waiting action={action} parts={parts} />
        ) : (
          <>
            <Parts parts={parts} leftOut={action.leftOut ?? []} keepsBoth={action.keepsBoth ?? []} />
            <ActionOutcome action={action} />
          </>
        )}
      </section>
      {action.state === "corrected" && action.correctedBy !== null && (
        <Replacement id={action.correctedBy} messageId={action.messageId} isReadOnly={isReadOnly} />
      )}
    </>
  );
}

function useTitle(parts: readonly CardPart[]): string {
  const { t } = useTranslation();
  const [first] = parts;
  if (first === undefined || parts.length > 1) return t("actions.titleSeveral", { count: parts.length });
  const tool = toolOf(first.tool);
  return t(tool === null ? "actions.tool.unknown" : `actions.title.${tool}`);
}

type ReplacementProps = { id: string; messageId: string | null; isReadOnly: boolean };

function Replacement({ id, messageId, isReadOnly }: ReplacementProps) {
  const query = useCommandQuery("getAction", { id });
  if (query.data?.messageId !== messageId) return null;
  return <Card action={query.data} isReadOnly={isReadOnly} onOver={() => void query.refetch()} />;
}

/** The writes, of which a person may leave some out or correct one, and the decision. */
function Waiting({ action, parts }: { action: Action; parts: readonly CardPart[] }) {
  const [without, setWithout] = useState<readonly number[]>([]);
  const [both, setBoth] = useState<readonly number[]>([]);
  const [correcting, setCorrecting] = useState<number | null>(null);
  const corrected = parts.find(({ at }) => at === correcting);
  const toggle = (places: readonly number[], at: number, isIn: boolean) =>
    isIn ? [...places, at] : places.filter((other) => other !== at);
  const leave = (at: number, out: boolean) => setWithout(toggle(without, at, out));
  const keep = (at: number, isIn: boolean) => setBoth(toggle(both, at, isIn));
  return (
    <>
      <Parts
        parts={parts.map((part) => (both.includes(part.at) ? keepKnown(part) : part))}
        leftOut={without}
        keepsBoth={both}
        onKeepBoth={corrected === undefined ? keep : undefined}
        onLeave={corrected === undefined ? leave : undefined}
        onCorrect={corrected === undefined ? setCorrecting : undefined}
      />
      {corrected ? (
        <CorrectForm
          action={action}
          part={corrected}
          several={parts.length > 1}
          onClose={() => setCorrecting(null)}
        />
      ) : (
        <Decision
          action={action}
          parts={parts}
          without={without}
          keepsBoth={both}
          onCorrect={setCorrecting}
        />
      )}
    </>
  );
}

type PartsProps = {
  parts: readonly CardPart[];
  leftOut?: readonly number[];
  keepsBoth?: readonly number[];
  onLeave?: ((at: number, out: boolean) => void) | undefined;
  onKeepBoth?: ((at: number, both: boolean) => void) | undefined;
  onCorrect?: ((at: number) => void) | undefined;
};

function Parts({ parts, leftOut = [], keepsBoth = [], onLeave, onKeepBoth, onCorrect }: PartsProps) {
  const [only, ...more] = parts;
  const bothOf = ({ at }: CardPart) => ({
    keepsBoth: keepsBoth.includes(at),
    onKeepBoth: onKeepBoth && ((both: boolean) => onKeepBoth(at, both)),
  });
  if (only !== undefined && more.length === 0) return <WritePart part={only} {...bothOf(only)} />;
  return (
    <ol className={classes.parts}>
      {parts.map((part) => (
        <li key={part.at} className={classes.part} data-left-out={leftOut.includes(part.at) || undefined}>
          <WritePart
            part={part}
            numbered
            leftOut={leftOut.includes(part.at)}
            onLeave={onLeave && ((out) => onLeave(part.at, out))}
            onCorrect={onCorrect && (() => onCorrect(part.at))}
            {...bothOf(part)}
          />
        </li>
      ))}
    </ol>
  );
}
