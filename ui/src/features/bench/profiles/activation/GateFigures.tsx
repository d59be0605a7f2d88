/** What the gate measured when a profile came into force; that it measured nothing, where it did not. */
import { useTranslation } from "react-i18next";
import type { GateReport, QualityChange } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { WorseTable } from "../../../../shared/gate/GateRefusal";
import { useChance } from "./useChance";
import classes from "../ProfilesDesk.module.css";

export function GateFigures({ gate }: { gate: unknown }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!isReport(gate)) return <p className={classes.dim}>{t("profiles.unmeasured")}</p>;
  const { sets, unmeasured, worse } = gate;
  return (
    <>
      {sets.length === 0 && <p className={classes.dim}>{t("profiles.unmeasured")}</p>}
      {sets.map(({ name, overall }, index) => (
        <MeasuredProfile key={index} name={name} overall={overall} />
      ))}
      {sets.length > 0 && <p className={classes.dim}>{t("profiles.measuredText")}</p>}
      {unmeasured.length > 0 && (
        <p className={classes.dim}>
          {t("profiles.setsWithoutRecords")} <DataText text={formats.list(unmeasured)} />
        </p>
      )}
      {worse.length > 0 && <WorseTable worse={worse} />}
    </>
  );
}

function MeasuredProfile({ name, overall }: { name: string | null; overall: QualityChange }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const chance = useChance();
  return (
    <p>
      {name !== null && (
        <strong>
          <DataText text={name} />:{" "}
        </strong>
      )}
      {t("profiles.measured", {
        count: overall.queries,
        before: formats.decimal(overall.before, 4),
        after: formats.decimal(overall.after, 4),
        delta: formats.signed(overall.delta),
      })}{" "}
      <span className={classes.dim}>{chance(overall)}</span>
    </p>
  );
}

/** It is kept as free JSON, so it is looked at before it is believed. */
function isReport(gate: unknown): gate is GateReport {
  if (typeof gate !== "object" || gate === null) return false;
  const { sets, unmeasured, worse } = gate as Partial<GateReport>;
  return Array.isArray(sets) && Array.isArray(unmeasured) && Array.isArray(worse);
}
