/** One operation in the log; opened, what it changed. */
import { Badge, Button, UnstyledButton } from "@mantine/core";
import { IconArrowBackUp, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useMay } from "../../../shared/account/useMe";
import { useChangeLabel } from "../../../shared/changes/useChangeLabel";
import { useSourceName } from "../shared/useSourceName";
import { OperationChanges } from "./OperationChanges";
import classes from "./Operations.module.css";
import type { Operation } from "./types";
import { UndoDialog } from "./UndoDialog";
import { useActorName } from "../../../shared/changes/useActorName";
import { useKindName } from "./useKindName";

/** More field names than these are counted. */
const NAMED = 4;

type Props = { operation: Operation; open: boolean; onToggle: () => void };

export function OperationRow({ operation, open, onToggle }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const label = useChangeLabel();
  const sourceName = useSourceName();
  const actorName = useActorName();
  const kindName = useKindName();
  const [undoing, setUndoing] = useState(false);
  const { id, kind, actor, record, records, categories, fields, undoable, whyNot, undoneBy } = operation;
  const subject = operation.subject ?? null;
  const mayEdit = useMay("edit");
  const reason = whyNot ?? "purged";
  // What an order of photos changed, its name says.
  const changed = kind === "order-images" ? [] : fields;
  const named = changed.slice(0, NAMED).map(label);
  if (changed.length > NAMED) named.push(t("itemForm.moreFields", { count: changed.length - NAMED }));
  return (
    <li className={classes.operation} data-undone={undoneBy !== null || undefined}>
      <div className={classes.line} data-named={record !== null || undefined}>
        <UnstyledButton
          className={classes.opener}
          onClick={onToggle}
          aria-expanded={open}
          aria-controls={`operation-${id}`}
        >
          <IconChevronRight size={16} aria-hidden className={classes.mark} />
          <span className={classes.what}>
            <strong>{kindName(kind)}</strong>{" "}
            {subject !== null && (
              <span className={classes.subject}>
                <DataText text={subject} />{" "}
              </span>
            )}
            {record && (
              <span className={classes.record}>
                <DataText text={record.name} />{" "}
                {record.externalId !== null && (
                  <span className={classes.code}>
                    <DataText text={record.externalId} />
                  </span>
                )}
              </span>
            )}{" "}
            <span className={classes.fields}>
              <DataText text={named.join(", ")} />
            </span>
          </span>
        </UnstyledButton>
        {!record && (
          <span className={classes.records}>
            {records > 0 || categories === 0
              ? t("operations.records", formats.placeCount(records))
              : // One that is named is one, though another was put into the tree for it.
                subject === null && t("operations.categories", formats.placeCount(categories))}
          </span>
        )}
        <span className={classes.who}>
          {operation.confirmedBy === null && (
            <>
              <DataText text={actorName(actor)} /> ·{" "}
            </>
          )}
          <DataText text={sourceName(operation)} />
        </span>
        <time className={classes.when} dateTime={operation.at}>
          {formats.dateTime(operation.at)}
        </time>
        <span className={classes.act}>
          {undoable && mayEdit && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => setUndoing(true)}
            >
              {t("operations.undo")}
            </Button>
          )}
          {!undoable && (
            <Badge variant="light" color="gray">
              {t(`operations.whyNot.${reason}`)}
            </Badge>
          )}
        </span>
      </div>
      <div id={`operation-${id}`} hidden={!open} className={classes.changes}>
        {open && <OperationChanges id={id} />}
      </div>
      <UndoDialog operation={undoing ? operation : null} onClose={() => setUndoing(false)} />
    </li>
  );
}
