/** What an undo leaves alone: fields that were changed since, and records that cannot be brought back. */
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import { cutAlike } from "../../../lib/text/cutting";
import { useFormats } from "../../../i18n/language";
import { useChangeLabel } from "../useChangeLabel";
import { useValueText } from "../useValueText";
import { useWriterName } from "./useWriterName";
import classes from "./ConflictList.module.css";

type UndoAnswer = Data<"undoOperation">;
/** Characters of a value that tell it from another. */
const SHOWN = 90;

export function ConflictList({ undone }: { undone: UndoAnswer }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const label = useChangeLabel();
  const { conflicts, conflictCount, untouchable, untouchableCount } = undone;
  const text = useValueText();
  const nameWriter = useWriterName();
  const spellSides = ({ field, from, to, now }: UndoAnswer["conflicts"][number]) =>
    cutAlike([text(field, from), text(field, to), text(field, now)], SHOWN).map(
      (one) => one || t("itemForm.nothing"),
    );
  return (
    <>
      {conflicts.length > 0 && (
        <>
          <h3 className={classes.listTitle}>
            {conflicts.every(isHeldCategory)
              ? t("operations.held")
              : t("operations.conflicts", formats.placeCount(conflictCount))}
          </h3>
          <ul className={classes.conflicts} tabIndex={0}>
            {conflicts.map((conflict) => (
              <li key={`${conflict.recordId}${conflict.field}`}>
                <strong>
                  <DataText text={conflict.name} />
                </strong>{" "}
                · <DataText text={label(conflict.field)} />
                {isHeldCategory(conflict) ? (
                  <>
                    : <DataText text={spellSides(conflict)[2] ?? ""} />
                  </>
                ) : (
                  <dl className={classes.three}>
                    <dt>{t("operations.before")}</dt>
                    <dd>
                      <DataText text={spellSides(conflict)[0] ?? ""} />
                    </dd>
                    <dt>{t("operations.madeIt")}</dt>
                    <dd>
                      <DataText text={spellSides(conflict)[1] ?? ""} />
                    </dd>
                    <dt>{t("operations.now")}</dt>
                    <dd>
                      <DataText text={spellSides(conflict)[2] ?? ""} />
                      {conflict.changedBy !== null && (
                        <span className={classes.by}>
                          {" "}
                          <DataText
                            text={`${nameWriter(conflict.changedBy)}${conflict.changedAt === null ? "" : `, ${formats.dateTime(conflict.changedAt)}`}`}
                          />
                        </span>
                      )}
                    </dd>
                  </dl>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {untouchable.length > 0 && (
        <>
          <h3 className={classes.listTitle}>
            {t("operations.untouchable", formats.placeCount(untouchableCount))}
          </h3>
          <ul className={classes.conflicts} tabIndex={0}>
            {untouchable.map(({ recordId, reason }) => (
              <li key={recordId}>
                <code>{recordId}</code> · {t(`operations.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Whether nothing was changed since, and other categories keep the one in the tree. */
function isHeldCategory({ field }: UndoAnswer["conflicts"][number]): boolean {
  return field === "categoriesBelow";
}
