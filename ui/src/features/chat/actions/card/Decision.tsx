/** The buttons of a card that waits: all of its writes but those that are left out are confirmed as one. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import { useErrorText } from "../../../../components/useErrorText";
import type { Action } from "../../types";
import classes from "../ActionCard.module.css";
import { fieldsOf } from "./fields";
import { goesAgainstKnown, type CardPart } from "./writes";

type Props = {
  action: Action;
  parts: readonly CardPart[];
  /** The places of the writes that are left out. */
  without: readonly number[];
  /** The places of the writes beside which what is known holds, too. */
  keepsBoth: readonly number[];
  onCorrect: (at: number) => void;
};

export function Decision({ action, parts, without, keepsBoth, onCorrect }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const confirm = useCommandMutation("confirmAction");
  const reject = useCommandMutation("rejectAction");
  const { id } = action;
  const busy = confirm.isPending || reject.isPending;
  const error = confirm.error ?? reject.error;
  const left = parts.filter(({ at }) => !without.includes(at));
  const count = left.reduce((sum, { changed }) => sum + changed, 0);
  const only = parts.length === 1 ? parts[0] : undefined;
  const both = keepsBoth.filter((at) => !without.includes(at));
  const request = {
    id,
    ...(without.length > 0 ? { without: [...without] } : {}),
    ...(both.length > 0 ? { keepsBoth: both } : {}),
  };
  return (
    <>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          loading={confirm.isPending}
          disabled={busy || left.length === 0}
          onClick={() => confirm.mutate(request)}
        >
          {t("actions.confirm", { count })}
        </Button>
        {only && fieldsOf(only).length > 0 && (
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onCorrect(only.at)}>
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
          {t(only ? "actions.reject" : "actions.rejectAll")}
        </Button>
      </div>
      {(parts.length > 1 || parts.some(goesAgainstKnown)) && (
        <p className={classes.counts} role="status">
          {!action.card.buttonOnly && (
            <>
              {without.length > 0 && <span>{t("actions.wordsDoAll")}</span>}
              {both.length > 0 && <span>{t("actions.wordsReplace")}</span>}
            </>
          )}
        </p>
      )}
      {error && (
        <p className={classes.problem} role="alert">
          {errorText(error)}
        </p>
      )}
    </>
  );
}
