/** The way back from a write: this one, or with it those of its answer, its conversation, its day. */
import { Button, Menu } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { Data } from "../../../../api/command";
import { useFormats } from "../../../../i18n/language";
import type { Action } from "../../types";
import classes from "../ActionCard.module.css";
import { offsetAt, requestOf, type Scope } from "./request";
import { UndoDialog } from "./UndoDialog";

type Undoable = Data<"getUndoable">;

export function UndoMenu({ action }: { action: Action }) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<Scope | null>(null);
  const offsetMinutes = offsetAt(action.decidedAt ?? action.createdAt);
  const { data } = useCommandQuery("getUndoable", { id: action.id, offsetMinutes });
  const redo = data?.whyNot === "undone";
  if (data?.whyNot === "purged" || data?.whyNot === "notYours")
    return <span className={classes.undone}>{t(`operations.whyNot.${data.whyNot}`)}</span>;
  const Mark = redo ? IconArrowForwardUp : IconArrowBackUp;
  return (
    <>
      {redo && <span className={classes.undone}>{t("actions.undone")}</span>}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Mark size={14} aria-hidden />}
            rightSection={<IconChevronDown size={12} aria-hidden />}
            disabled={!data}
          >
            {t(redo ? "actions.undo.again" : "action.undo")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>{data && <Scopes undoable={data} redo={redo} onChoose={setScope} />}</Menu.Dropdown>
      </Menu>
      <UndoDialog
        request={scope && requestOf(action, scope, data?.day ?? null, redo)}
        onClose={() => setScope(null)}
      />
    </>
  );
}

type ScopesProps = { undoable: Undoable; redo: boolean; onChoose: (scope: Scope) => void };

function Scopes({ undoable, redo, onChoose }: ScopesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const label = (scope: Scope, count: number) => {
    const shown = formats.integer(count);
    if (scope === "action") return t("actions.undo.action");
    if (scope !== "day") return t(`actions.undo.${scope}`, { count, shown });
    const { day } = undoable;
    return day === null || day === localDay(new Date())
      ? t("actions.undo.today", { count, shown })
      : t("actions.undo.day", { count, shown, day: formats.day(day) });
  };
  return undoable.scopes.map(({ scope, undoable: open, undone }) => {
    const count = redo ? undone : open;
    return (
      <Menu.Item key={scope} disabled={count === 0} onClick={() => onChoose(scope)}>
        {label(scope, count)}
      </Menu.Item>
    );
  });
}

/** The day of the calendar where the person is, as `2026-11-27`. */
function localDay(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
