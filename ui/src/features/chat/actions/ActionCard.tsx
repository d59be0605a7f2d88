/**
 * A write that waits for the person: every argument with its origin, what becomes different, and the
 * decision. What runs is what the program has stored; the card only shows it.
 */
import { Button, Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { useErrorText } from "../../../components/useErrorText";
import type { Action } from "../types";
import classes from "./ActionCard.module.css";
import { ActionArguments } from "./ActionArguments";
import { ActionChanges } from "./ActionChanges";
import { ActionOutcome } from "./ActionOutcome";
import { CorrectForm } from "./CorrectForm";
import { Countdown } from "./Countdown";
import { amountOf, toolOf } from "./tools";

export function ActionCard({ id }: { id: string }) {
  const query = useCommandQuery("getAction", { id });
  const action = query.data;
  if (!action) return query.isPending ? <Loader size="sm" /> : null;
  // A correction on the card itself puts another one in its place; one in words has an answer of its own.
  return <Card action={action} onOver={() => void query.refetch()} />;
}

function Card({ action, onOver }: { action: Action; onOver: () => void }) {
  const { t } = useTranslation();
  const tool = toolOf(action.tool);
  const title = t(tool === null ? "actions.tool.unknown" : `actions.title.${tool}`);
  return (
    <>
      {/* Cards of one title stand one above the other: a landmark would have to be the only one of its name. */}
      <section className={classes.card} data-state={action.state} role="group" aria-label={title}>
        <header className={classes.head}>
          <h3 className={classes.title}>{title}</h3>
          {action.state === "pending" && <Countdown seconds={action.secondsLeft} onOver={onOver} />}
        </header>
        <ActionArguments action={action} />
        <ActionChanges card={action.card} />
        {action.state === "pending" ? <Decision action={action} /> : <ActionOutcome action={action} />}
      </section>
      {action.state === "corrected" && action.correctedBy !== null && (
        <Replacement id={action.correctedBy} messageId={action.messageId} />
      )}
    </>
  );
}

function Replacement({ id, messageId }: { id: string; messageId: string }) {
  const query = useCommandQuery("getAction", { id });
  if (query.data?.messageId !== messageId) return null;
  return <Card action={query.data} onOver={() => void query.refetch()} />;
}

function Decision({ action }: { action: Action }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [correcting, setCorrecting] = useState(false);
  const confirm = useCommandMutation("confirmAction");
  const reject = useCommandMutation("rejectAction");
  const { id } = action;
  const busy = confirm.isPending || reject.isPending;
  const error = confirm.error ?? reject.error;
  if (correcting) return <CorrectForm action={action} onClose={() => setCorrecting(false)} />;
  return (
    <>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          loading={confirm.isPending}
          disabled={busy}
          onClick={() => confirm.mutate({ id })}
        >
          {t("actions.confirm", { count: action.card.changed })}
        </Button>
        {amountOf(action.arguments) !== null && (
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => setCorrecting(true)}>
            {t("actions.correct")}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={reject.isPending}
          disabled={busy}
          onClick={() => reject.mutate({ id })}
        >
          {t("actions.reject")}
        </Button>
      </div>
      {error && (
        <p className={classes.problem} role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  );
}
