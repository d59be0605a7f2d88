/** The same change of many records: said, looked at, then made. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Req } from "../../../../api/command";
import classes from "./Bulk.module.css";
import { BulkChange, EMPTY_CHANGE, isChangeBegun, isChangeReady, type DraftChange } from "./BulkChange";
import { BulkFrame, type BulkFrameHandle } from "./BulkFrame";
import { BulkMaking } from "./BulkMaking";
import type { Layout } from "../../../../shared/filters/columns";
import { queryOf, type GridState } from "../../../../shared/filters/gridState";
import type { OwnOperation } from "../../shared/ownOperations";
import type { RowSelection } from "../cursor/selection";

type Props = {
  opened: boolean;
  selection: RowSelection;
  state: GridState;
  layout: Layout;
  onClose: () => void;
  onUndo: (operation: OwnOperation) => void;
  /** Whether anything is filled in that leaving the page loses. */
  onFilled: (isFilled: boolean) => void;
  /** It is being asked whether the page is left: Escape answers that. */
  isAsked: boolean;
};

export function BulkDialog({ opened, onClose, isAsked, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <BulkFrame opened={opened} onClose={onClose} isAsked={isAsked} title={t("grid.bulk.title")}>
      {(frame) => <BulkForm {...props} frame={frame} />}
    </BulkFrame>
  );
}

type FormProps = Omit<Props, "opened" | "isAsked" | "onClose"> & { frame: BulkFrameHandle };

function BulkForm({ frame, selection, state, layout, onUndo, onFilled }: FormProps) {
  const { t } = useTranslation();
  const [changes, setChanges] = useState<DraftChange[]>([EMPTY_CHANGE]);
  return (
    <BulkMaking
      selection={selectionOfRows(selection, state)}
      changes={changes.filter(isChangeReady)}
      isFilled={changes.some(isChangeBegun)}
      frame={frame}
      onFilled={onFilled}
      onUndo={onUndo}
    >
      {changes.map((change, index) => (
        <BulkChange
          key={index}
          change={change}
          layout={layout}
          first={index === 0}
          onChange={(next) => setChanges(changes.map((one, at) => (at === index ? next : one)))}
          onRemove={
            changes.length > 1 ? () => setChanges(changes.filter((_, at) => at !== index)) : undefined
          }
        />
      ))}
      <Button
        className={classes.more}
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setChanges([...changes, EMPTY_CHANGE])}
      >
        {t("grid.bulk.another")}
      </Button>
    </BulkMaking>
  );
}

function selectionOfRows(selection: RowSelection, state: GridState): Req<"bulkEdit">["selection"] {
  if (selection.kind === "some") return { ids: [...selection.ids] };
  return { all: queryOf(state), except: [...selection.except] };
}
