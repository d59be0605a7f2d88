/** Above the sheet: what is looked for, by which conditions, in which columns and views. */
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowMerge, IconFileExport, IconPlus, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../shared/account/useMe";
import { ExportDialog } from "../../../../shared/export/ExportDialog";
import { isExported, type Layout } from "../../../../shared/filters/columns";
import { ColumnsMenu } from "./menus/ColumnsMenu";
import { FilterBar } from "../../../../shared/filters/FilterBar";
import { GridSearch } from "./GridSearch";
import { PrintDialog } from "./PrintDialog";
import { queryOf, type GridState } from "../../../../shared/filters/gridState";
import classes from "./Toolbar.module.css";
import { ViewsMenu } from "./menus/ViewsMenu";

type Props = {
  state: GridState;
  onChange: (change: Partial<GridState>) => void;
  layout: Layout;
  onLayout: (layout: Layout) => void;
  busy: boolean;
  onNew: () => void;
  /** A barcode was typed. */
  onScan: (text: string) => void;
  onMerge: () => void;
  /** Back into the sheet. */
  onLeave: () => void;
};

export function Toolbar({ state, onChange, layout, onLayout, busy, onNew, onScan, onMerge, onLeave }: Props) {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  const [printing, setPrinting] = useState(false);
  const mayEdit = useMay("edit");
  const columns = layout.map(({ column }) => column).filter(isExported);
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("grid.toolbar")}>
      <GridSearch
        text={state.text}
        busy={busy}
        onChange={(text) => onChange({ text })}
        onScan={onScan}
        onLeave={onLeave}
      />
      <FilterBar state={state} onChange={onChange} />
      <div className={classes.right}>
        <ViewsMenu state={state} layout={layout} onState={onChange} onLayout={onLayout} />
        <ColumnsMenu layout={layout} onLayout={onLayout} />
        <ActionIcon
          size={30}
          variant="default"
          onClick={() => setPrinting(true)}
          aria-label={t("grid.print.open")}
          title={t("grid.print.open")}
        >
          <IconPrinter size={16} aria-hidden />
        </ActionIcon>
        {mayEdit && (
          <>
            <ActionIcon
              size={30}
              variant="default"
              onClick={onMerge}
              aria-label={t("grid.merge.open")}
              title={t("grid.merge.open")}
            >
              <IconArrowMerge size={16} aria-hidden />
            </ActionIcon>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileExport size={16} aria-hidden />}
              onClick={() => setExporting(true)}
            >
              {t("import.export.open")}
            </Button>
            <Button
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={onNew}
              aria-keyshortcuts="Alt+I"
              title={`${t("grid.new")} (Alt I)`}
            >
              {t("grid.new")}
            </Button>
          </>
        )}
      </div>
      <ExportDialog
        opened={exporting}
        onClose={() => setExporting(false)}
        view={{ kind: "items", query: queryOf(state), columns }}
      />
      <PrintDialog opened={printing} onClose={() => setPrinting(false)} state={state} />
    </div>
  );
}
