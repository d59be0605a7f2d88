/** The same change of many records: said, looked at, then made. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Req } from "../../../../api/command";
import { Dialog } from "../../../../components/Dialog";
import classes from "./Bulk.module.css";
import { BulkChange, EMPTY_CHANGE, isReady, type DraftChange } from "./BulkChange";
import { BulkMaking } from "./BulkMaking";
import { CloseBulkDialog } from "./CloseBulkDialog";
import type { Layout } from "../../../../shared/filters/columns";
import { queryOf, type GridState } from "../../../../shared/filters/gridState";
import type { RowSelection } from "../cursor/selection";

type Props = {
  opened: boolean;
  selection: RowSelection;
  state: GridState;
  layout: Layout;
  onClose: () => void;
  onUndo: () => void;
  /** Whether anything is filled in that leaving the page loses. */
  onFilled: (isFilled: boolean) => void;
  /** It is being asked whether the page is left: Escape answers that. */
  isAsked: boolean;
};

export function BulkDialog({ opened, onClose, isAsked, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closeOnEscape={!isAsked}
      size={720}
      title={t("grid.bulk.title")}
      returnFocus={false}
    >
      {opened && <BulkForm {...props} onClose={onClose} />}
    </Dialog>
  );
}

function BulkForm(props: Omit<Props, "opened" | "isAsked">) {
  const { selection, state, layout, onClose, onUndo, onFilled } = props;
  const { t } = useTranslation();
  const [changes, setChanges] = useState<DraftChange[]>([EMPTY_CHANGE]);
  const isFilled = changes.some(({ value, find }) => value !== "" || find !== "");
  useEffect(() => {
    onFilled(isFilled);
    return () => onFilled(false);
  }, [isFilled, onFilled]);
  return (
    <BulkMaking
      selection={selectionOfRows(selection, state)}
      changes={changes.filter(isReady)}
      onClose={onClose}
      onUndo={onUndo}
    >
      {isFilled && <CloseBulkDialog />}
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
