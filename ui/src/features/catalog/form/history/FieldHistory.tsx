/** The values a field has had: who, when, from which source; each can be put into the unsaved form. */
import { ActionIcon, Button, Popover } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { FocusPopover } from "../../../../components/popover/FocusPopover";
import { useErrorText } from "../../../../components/useErrorText";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { useValueText } from "../../../../shared/changes/useValueText";
import type { FieldName } from "../../../../shared/changes/draft";
import classes from "./History.module.css";
import { pastValues } from "../../../../shared/changes/history";
import { RevisionLine } from "./RevisionLine";
import { useItemHistory } from "./useItemHistory";

type Props = { itemId: string; field: FieldName; onRestore: (value: unknown) => void };

export function FieldHistory({ itemId, field, onRestore }: Props) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const [opened, setOpened] = useState(false);
  const name = t("itemForm.historyOf", { field: label(field) });
  return (
    <FocusPopover opened={opened} onChange={setOpened} position="bottom-end" width={380}>
      <Popover.Target>
        <ActionIcon size={22} onClick={() => setOpened(!opened)} aria-label={name} title={name} tabIndex={-1}>
          <IconHistory size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover}>
        {opened && (
          <Values
            itemId={itemId}
            field={field}
            onRestore={(value) => {
              onRestore(value);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </FocusPopover>
  );
}

function Values({ itemId, field, onRestore }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const shown = useValueText();
  const history = useItemHistory(itemId);
  if (history.error) return <DataText text={describe(history.error)} />;
  if (!history.revisions) return <span>{t("itemForm.history.loading")}</span>;
  const values = pastValues(history.revisions, field);
  if (values.length === 0) return <span>{t("itemForm.history.never")}</span>;
  return (
    <ol className={classes.values}>
      {values.map(({ revision, value }, index) => (
        <li key={revision.version}>
          <RevisionLine revision={revision} />
          <div className={classes.value}>
            <span className={classes.past}>
              {shown(field, value) === "" ? (
                <em>{t("itemForm.nothing")}</em>
              ) : (
                <DataText text={shown(field, value)} />
              )}
            </span>
            {index > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => onRestore(value)}>
                {t("itemForm.history.restore")}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
