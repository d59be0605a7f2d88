/** The frame of every setting: what it is called and does on one side, its field and origin on the other. */
import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconLock, IconRefreshAlert } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { lockOf } from "../names";
import { OriginBadge } from "./OriginBadge";
import classes from "./SettingRow.module.css";

export const fieldId = (name: string) => `setting-${name}`;
export const aboutId = (name: string) => `about-${name}`;

type Props = { entry: ConfigEntry; label: string; saved?: boolean; children: ReactNode };

export function SettingRow({ entry, label, saved = false, children }: Props) {
  const { t } = useTranslation();
  const lock = lockOf(entry);
  const numeric = entry.form === "whole" || entry.form === "number";
  return (
    <div className={classes.row}>
      <div>
        <label htmlFor={fieldId(entry.name)} className={classes.label}>
          {label}
        </label>
        <Text size="sm" c="dimmed" id={aboutId(entry.name)}>
          <DataText text={entry.about} />
        </Text>
        <code className={classes.name}>
          <DataText text={entry.name} />
        </code>
      </div>
      <div className={classes.control}>
        {children}
        <div className={classes.notes}>
          {(entry.value !== null || entry.storedIn) && <OriginBadge entry={entry} />}
          {numeric && !lock && (
            <Text span size="xs" c="dimmed">
              {t("settings.allowed")} <DataText text={entry.allowed} />
            </Text>
          )}
          {saved && (
            <span className={classes.saved} role="status">
              <IconCheck size={14} aria-hidden /> {t("settings.saved")}
            </span>
          )}
        </div>
        <Remarks entry={entry} />
      </div>
    </div>
  );
}

function Remarks({ entry }: { entry: ConfigEntry }) {
  const { t } = useTranslation();
  const lock = lockOf(entry);
  return (
    <>
      {entry.needsReentry && (
        <p className={classes.remark} data-tone="bad" role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{t(lock ? "settings.key.otherAddressGiven" : "settings.key.otherAddress")}</span>
        </p>
      )}
      {lock && (
        <p className={classes.remark}>
          <IconLock size={14} aria-hidden />
          <span>{t(`settings.locked.${lock}`, { name: entry.name })}</span>
        </p>
      )}
      {entry.waiting ? (
        <p className={classes.remark} data-tone="wait">
          <IconRefreshAlert size={14} aria-hidden />
          <span>{t("settings.waiting")}</span>
        </p>
      ) : (
        entry.restart && !lock && <p className={classes.remark}>{t("settings.afterRestart")}</p>
      )}
    </>
  );
}
