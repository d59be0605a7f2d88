/** Every argument of a write, with the place where its value stands. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import type { CardArgument } from "../types";
import classes from "./ActionCard.module.css";
import type { CardPart } from "./card/writes";
import { argumentOf } from "./tools";
import { useCardWords } from "./useCardWords";

export function ActionArguments({ part }: { part: CardPart }) {
  return (
    <dl className={classes.arguments}>
      {part.arguments.map((argument) => (
        <Argument key={argument.name} argument={argument} />
      ))}
    </dl>
  );
}

function Argument({ argument }: { argument: CardArgument }) {
  const { t } = useTranslation();
  const { spell } = useCardWords();
  const known = argumentOf(argument.name);
  const name = known === null ? argument.name : t(`actions.argument.${known}`);
  const value = argument.label ?? spell(argument.name, argument.value);
  const shown = argument.name === "percent" ? t("actions.hundredths", { value }) : value;
  return (
    <div className={classes.argument} data-caution={argument.caution || undefined}>
      <dt>{name}</dt>
      <dd>
        <DataText text={shown} />
        <Origin argument={argument} />
      </dd>
    </div>
  );
}

function Origin({ argument: { origin, caution } }: { argument: CardArgument }) {
  const { t } = useTranslation();
  return (
    <span className={classes.origin}>
      {caution && <IconAlertTriangle size={13} aria-hidden />}
      {origin.label === null ? (
        t(`actions.origin.${origin.kind}`)
      ) : (
        <>
          {t(origin.kind === "file" ? "actions.origin.file" : "actions.origin.record")}{" "}
          <DataText text={origin.label} />
        </>
      )}
    </span>
  );
}
