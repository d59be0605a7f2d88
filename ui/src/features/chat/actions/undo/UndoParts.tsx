/** What undoing would do, counted, and write by write with what it would leave alone. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../../api/command";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { ConflictList } from "../../../../shared/changes/conflicts/ConflictList";
import { useActorName } from "../../../../shared/changes/useActorName";
import { SEVERAL, toolOf } from "../tools";
import classes from "./UndoParts.module.css";

type Would = Data<"undoActions">;
type Part = Would["parts"][number];

export function UndoParts({ would, redo }: { would: Would; redo: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const texts: string[] = [];
  if (would.actions === 0) texts.push(t("actions.undo.nothing"));
  else {
    texts.push(t(redo ? "actions.undo.wouldAgain" : "actions.undo.would", formats.placeCount(would.actions)));
    texts.push(t("actions.undo.records", formats.placeCount(would.undone)));
  }
  if (would.deleted > 0 && !redo) texts.push(t("actions.undo.deleted", formats.placeCount(would.deleted)));
  if (would.already > 0)
    texts.push(
      t(redo ? "actions.undo.alreadyAgain" : "actions.undo.already", formats.placeCount(would.already)),
    );
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {texts.join(" ")}
      </Text>
      <ol className={classes.parts}>
        {would.parts
          .filter(({ state }) => state !== "already")
          .map((part) => (
            <PartLine key={part.actionId} part={part} redo={redo} />
          ))}
      </ol>
    </>
  );
}

function PartLine({ part, redo }: { part: Part; redo: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  const name = part.tool ?? "";
  const tool = name === SEVERAL ? name : toolOf(name);
  const confirmed = { who: actorName(part.confirmedBy), at: formats.dateTime(part.confirmedAt) };
  return (
    <li>
      <strong>{t(tool === null ? "actions.undo.write" : `actions.tool.${tool}`)}</strong>{" "}
      <span className={classes.by}>
        <DataText text={t("actions.undo.confirmedBy", confirmed)} />
      </span>{" "}
      <StateText state={part.state} redo={redo} />
      {part.undo && <ConflictList undone={part.undo} />}
    </li>
  );
}

function StateText({ state, redo }: { state: Part["state"]; redo: boolean }) {
  const { t } = useTranslation();
  if (state === "already") return null;
  const text = t(redo && state === "done" ? "actions.undo.state.doneAgain" : `actions.undo.state.${state}`);
  return (
    <span className={classes.state} data-state={state}>
      {text}
    </span>
  );
}
