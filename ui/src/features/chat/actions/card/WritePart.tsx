/** One write of a card: its arguments and what becomes different; of several, its name, and whether it is left out. */
import { Checkbox, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ActionArguments } from "../ActionArguments";
import classes from "../ActionCard.module.css";
import { ActionChanges } from "../ActionChanges";
import { toolOf } from "../tools";
import { fieldsOf } from "./fields";
import type { CardPart } from "./writes";

type Props = {
  part: CardPart;
  /** Whether it is one of several. */
  numbered?: boolean;
  leftOut?: boolean;
  /** Absent where it is decided, or there is only one. */
  onLeave?: ((out: boolean) => void) | undefined;
  onCorrect?: (() => void) | undefined;
};

export function WritePart({ part, numbered = false, leftOut = false, onLeave, onCorrect }: Props) {
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
    </>
  );
}
