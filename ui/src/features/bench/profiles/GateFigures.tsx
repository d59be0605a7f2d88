/** What the gate measured when a profile came into force; that it measured nothing, where it did not. */
import { useTranslation } from "react-i18next";
import type { Worse } from "../../../api/types";
import type { QualityChange } from "../../../bindings";
import { useFormats } from "../../../i18n/language";
import { WorseTable } from "../gate/GateRefusal";
import classes from "./ProfilesDesk.module.css";

/** As the program keeps it: free JSON, so it is looked at before it is believed. */
type Figures = { overall: QualityChange; worse: Worse[] };

/** Below this, so great a difference by chance alone would be a rare thing. */
const SURE = 0.05;

export function GateFigures({ gate }: { gate: unknown }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!isFigures(gate)) return <p className={classes.dim}>{t("profiles.unmeasured")}</p>;
  const { overall, worse } = gate;
  const sure = overall.pValue < SURE;
  const p = formats.decimal(overall.pValue, 3);
  return (
    <>
      <p>
        {t("profiles.measured", {
          count: overall.queries,
          before: formats.decimal(overall.before, 4),
          after: formats.decimal(overall.after, 4),
          delta: formats.signed(overall.delta),
        })}{" "}
        <span className={classes.dim}>{sure ? t("profiles.sure", { p }) : t("profiles.chance", { p })}</span>
      </p>
      {worse.length > 0 && <WorseTable worse={worse} />}
    </>
  );
}

function isFigures(gate: unknown): gate is Figures {
  if (typeof gate !== "object" || gate === null) return false;
  const { overall, worse } = gate as Partial<Figures>;
  return typeof overall === "object" && typeof overall.delta === "number" && Array.isArray(worse);
}
