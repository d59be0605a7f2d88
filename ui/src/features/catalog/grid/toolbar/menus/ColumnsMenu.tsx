/** Which columns are shown, and in which order. */
import { ActionIcon, Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../../api/hooks";
import { FocusPopover } from "../../../../../components/popover/FocusPopover";
import { cleanText, fold } from "../../../../../lib/text/text";
import { useFieldLabel } from "../../../../../shared/changes/useFieldLabel";
import {
  FIXED_COLUMNS,
  moveColumn,
  toggleColumn,
  USUAL_LAYOUT,
  type Layout,
} from "../../../../../shared/filters/columns";
import classes from "../Toolbar.module.css";

type Props = { layout: Layout; onLayout: (layout: Layout) => void };

export function ColumnsMenu({ layout, onLayout }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <FocusPopover opened={opened} onChange={setOpened} position="bottom-end" width={300}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconColumns3 size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t("grid.columns.title")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ColumnList layout={layout} onLayout={onLayout} />
      </Popover.Dropdown>
    </FocusPopover>
  );
}

function ColumnList({ layout, onLayout }: Props) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const [find, setFind] = useState("");
  const attributes = useCommandQuery("gridColumns", {}).data?.attributes ?? [];
  const shown = layout.map(({ column }) => column);
  const fits = (column: string) => fold(label(column)).includes(fold(find.trim()));
  const hidden = [...FIXED_COLUMNS, ...attributes.map(({ column }) => column)].filter(
    (column) => !shown.includes(column) && fits(column),
  );
  const row = (column: string, at: number) => {
    const name = cleanText(label(column));
    return (
      <div key={column} className={classes.columnRow}>
        <Checkbox
          size="xs"
          label={name}
          checked={at >= 0}
          disabled={at >= 0 && layout.length === 1}
          onChange={() => onLayout(toggleColumn(layout, column))}
        />
        {at >= 0 && (
          <>
            <ActionIcon
              size={22}
              disabled={at === 0}
              onClick={() => onLayout(moveColumn(layout, column, -1))}
              aria-label={t("grid.columns.left", { name })}
              title={t("grid.columns.left", { name })}
            >
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              size={22}
              disabled={at === layout.length - 1}
              onClick={() => onLayout(moveColumn(layout, column, 1))}
              aria-label={t("grid.columns.right", { name })}
              title={t("grid.columns.right", { name })}
            >
              <IconArrowDown size={14} />
            </ActionIcon>
          </>
        )}
      </div>
    );
  };
  return (
    <>
      <TextInput
        size="xs"
        value={find}
        onChange={(event) => setFind(event.currentTarget.value)}
        placeholder={t("grid.columns.find")}
        aria-label={t("grid.columns.find")}
        mb={6}
      />
      <div className={classes.columns}>
        {/* One list: a box that is ticked moves from the one part to the other, and the focus with it. */}
        {[
          ...shown.flatMap((column, at) => (fits(column) ? [row(column, at)] : [])),
          hidden.length > 0 && (
            <p key="" className={classes.groupTitle}>
              {t("grid.columns.more")}
            </p>
          ),
          ...hidden.map((column) => row(column, -1)),
        ]}
      </div>
      <Button mt={8} size="compact-xs" variant="subtle" color="gray" onClick={() => onLayout(USUAL_LAYOUT)}>
        {t("grid.columns.usual")}
      </Button>
    </>
  );
}
