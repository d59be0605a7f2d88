/**
 * One write of a card: its arguments and what becomes different; of several, its name, and whether it is left out; of
 * one that goes against something known, whether both hold.
 */
import { Checkbox, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ActionArguments } from "../ActionArguments";
import classes from "../ActionCard.module.css";
import { ActionChanges } from "../ActionChanges";
import { toolOf } from "../tools";
import { fieldsOf } from "./fields";
import { goesAgainstKnown, type CardPart } from "./writes";

type Props = {
  part: CardPart;
  /** Whether it is one of several. */
  numbered?: boolean;
  leftOut?: boolean;
  /** Absent where it is decided, or there is only one. */
  onLeave?: ((out: boolean) => void) | undefined;
  onCorrect?: (() => void) | undefined;
  /** Whether what is known holds, too. */
  keepsBoth?: boolean;
  /** Absent where it is decided. */
  onKeepBoth?: ((both: boolean) => void) | undefined;
};

export function WritePart(props: Props) {
  const { part, numbered = false, leftOut = false, onLeave, onCorrect } = props;
  const { t } = useTranslation();
  const tool = toolOf(part.tool) ?? "unknown";
  const name = `${part.at + 1}. ${t(`actions.tool.${tool}`)}`;
  return (
    <>
      {numbered && (
        <div className={classes.partHead}>
          {onLeave ? (
            <Checkbox
              size="sm"
              label={name}
              checked={!leftOut}
              onChange={(event) => onLeave(!event.currentTarget.checked)}
            />
          ) : (
            <strong>{name}</strong>
          )}
          {leftOut && <span className={classes.leftOut}>{t("actions.leftOut")}</span>}
          {onCorrect && !leftOut && fieldsOf(part).length > 0 && (
            <UnstyledButton
              className={classes.more}
              aria-label={`${t("actions.correct")}: ${name}`}
              onClick={onCorrect}
            >
              {t("actions.correct")}
            </UnstyledButton>
          )}
        </div>
      )}
      <ActionArguments part={part} />
      <ActionChanges part={part} />
      {!leftOut && goesAgainstKnown(part) && <BothHold {...props} />}
    </>
  );
}

function BothHold({ part, numbered = false, keepsBoth = false, onKeepBoth }: Props) {
  const { t } = useTranslation();
  if (!onKeepBoth) return keepsBoth ? <p className={classes.counts}>{t("actions.bothHeld")}</p> : null;
  return (
    <div className={classes.counts}>
      <p>{t("actions.against")}</p>
      <Checkbox
        size="sm"
        label={t("actions.bothHold")}
        aria-label={numbered ? `${part.at + 1}. ${t("actions.bothHold")}` : undefined}
        checked={keepsBoth}
        onChange={(event) => onKeepBoth(event.currentTarget.checked)}
      />
    </div>
  );
}
