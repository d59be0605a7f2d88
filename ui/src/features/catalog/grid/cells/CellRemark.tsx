/** At the active cell: what is wrong with what was typed, or what another person has put there. */
import { Button } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import classes from "./CellRemark.module.css";
import { followPlace } from "./remarkPlace";
import { ClashTexts } from "../../unsaved/clash/ClashTexts";
import { CurrentItems } from "../../unsaved/CurrentItems";
import { cutClash } from "../../unsaved/clash/cutClash";
import { uniteCell } from "../../unsaved/queue/work/uniteCell";
import { useConflictText } from "../../unsaved/clash/useConflictText";
import type { CellState } from "../edits/useGridEdits";

type Props = {
  id: string;
  itemId: string;
  cell: Extract<CellState, { state: "wrong" | "conflict" }>;
  column: string;
  /** The cell's field is open beside it. */
  isEditing: boolean;
  onRetype: () => void;
  onKeep: () => void;
  onUnite: () => void;
  onForget: () => void;
  onClose: () => void;
};

const CHOICES = "data-choices";

/** The keys go from the active cell to what can be done about it; Escape leads back. */
export function focusFirstChoice(): void {
  document.querySelector<HTMLElement>(`[role=grid] [${CHOICES}] button`)?.focus();
}

export function CellRemark(props: Props) {
  const { id, itemId, cell, column, isEditing, onRetype, onKeep, onUnite, onForget, onClose } = props;
  const { t } = useTranslation();
  const { describeWriter, formatTyped, formatValue } = useConflictText();
  const box = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const union = cell.state === "conflict" && !isEditing ? uniteCell(cell, column) : null;
  useLayoutEffect(() => followPlace(box.current), [cell, isEditing, isWhole]);
  // What takes the remark away, as another person storing the same text, leaves the focus in its cell.
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement))
        current.closest<HTMLElement>("[role=gridcell]")?.focus({ preventScroll: true });
    };
  }, []);
  const hold = (event: React.MouseEvent) => {
    event.stopPropagation();
    // A press here does not leave the field: it would be stored before the choice is made.
    if (isEditing) event.preventDefault();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const uniteButton = (
    <Button size="compact-xs" variant={union?.isCertain ? "filled" : "default"} onClick={onUnite}>
      {t("grid.conflict.both")}
    </Button>
  );
  return (
    <div
      ref={box}
      id={id}
      className={classes.box}
      role="alert"
      data-state={cell.state}
      onMouseDown={hold}
      onDoubleClick={hold}
      onKeyDown={onKeyDown}
    >
      {cell.state === "wrong" ? (
        <>
          <p className={classes.text}>
            <DataText text={cell.message} />
          </p>
          <div className={classes.actions}>
            <Button size="compact-xs" variant="default" onClick={onRetype}>
              {t("grid.wrong.retype")}
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={onForget}>
              {t("grid.wrong.forget")}
            </Button>
          </div>
        </>
      ) : (
        <>
          <CurrentItems ids={[itemId]} />
          <p className={classes.text}>
            <DataText text={describeWriter(cell)} />
          </p>
          <ClashTexts
            now={formatValue(cell.now, column)}
            yours={formatTyped(cell, column)}
            {...(union && { both: formatValue(union.values, column) })}
            isWhole={isWhole}
            onWhole={setWhole}
          />
          <p className={classes.hint}>{t(isEditing ? "grid.conflict.whileEditing" : "grid.conflict.ways")}</p>
          <div className={classes.actions} {...{ [CHOICES]: true }}>
            {/* It is what Enter does to the choices, where neither loses anything by it. */}
            {union?.isCertain && uniteButton}
            <Button size="compact-xs" variant="default" onClick={onForget}>
              {t("grid.conflict.take")}
            </Button>
            {!isEditing && (
              <Button size="compact-xs" variant="default" onClick={onKeep}>
                {t("grid.conflict.keep")}
              </Button>
            )}
            {union?.isCertain === false && uniteButton}
          </div>
        </>
      )}
    </div>
  );
}

/**
 * Gives a cell's remark to those who hear the sheet, in cells that the keys are not in; and that a
 * cell waits.
 */
export function CellHint({ id, state, column }: { id: string; state: CellState; column: string }) {
  const { t } = useTranslation();
  const { describeWriter, formatTyped, formatValue } = useConflictText();
  if (state.state === "saving") return null;
  const describeClash = (clash: Extract<CellState, { state: "conflict" }>) => {
    const [now, yours] = cutClash(formatValue(clash.now, column), formatTyped(clash, column));
    return `${describeWriter(clash)} ${t("grid.conflict.now")}: ${now}. ${t("grid.conflict.yours")}: ${yours}`;
  };
  const said = {
    waiting: () => t("grid.unsaved.hint"),
    wrong: () => (state.state === "wrong" ? state.message : ""),
    conflict: () => (state.state === "conflict" ? describeClash(state) : ""),
  };
  return (
    <span id={id} className="visually-hidden">
      <DataText text={said[state.state]()} />
    </span>
  );
}
