/** Who saved, when, and from which source. */
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { useSourceName } from "../../shared/useSourceName";
import { useActorName } from "../../../../shared/changes/useActorName";
import { isBeside, type Revision } from "../../../../shared/changes/history";
import classes from "./History.module.css";

export function RevisionLine({ revision }: { revision: Revision }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  const sourceName = useSourceName();
  return (
    <div className={classes.line}>
      <span className={classes.when}>{formats.dateTime(revision.at)}</span>
      {revision.confirmedBy === null && (
        <span>
          <DataText text={actorName(revision.actor)} />
        </span>
      )}
      <span className={classes.source}>
        <DataText text={sourceName(revision)} />
      </span>
      {!isBeside(revision) && (
        <span className={classes.version}>
          {t("itemForm.history.version", { version: revision.version })}
        </span>
      )}
    </div>
  );
}
