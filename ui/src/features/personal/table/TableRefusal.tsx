/** Why a table was not taken: the cells to correct, or what else was in the way. */
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { problemsOf } from "../../../shared/forms/refusal";
import { useProblemText } from "../../../shared/forms/useProblemText";
import classes from "../personal.module.css";

/** Problems that are said; the others come once these are mended. */
const SAID = 20;
/** Where a problem is: `rows[3].value`, or `3 · valor (amount)`. */
const PLACE = /^(?:rows\[)?(\d+)(?:\]\.?| · )(.*)$/;

export function TableRefusal({ error }: { error: CommandError }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const describeProblem = useProblemText();
  const problems = problemsOf(error);
  return (
    <div role="alert" className={classes.refusal} tabIndex={0}>
      <p>{problems.length === 0 ? <DataText text={describe(error)} /> : t("personal.table.refused")}</p>
      {problems.length > 0 && (
        <ul className={classes.talks}>
          {problems.slice(0, SAID).map(({ field, code, value, allowed }) => {
            const [, row, column] = PLACE.exec(field) ?? [];
            const place = row && t("personal.table.row", { row });
            const where = [place, place ? column : field].filter(Boolean).join(", ");
            const what = describeProblem({ code, allowed });
            return (
              <li key={`${field} ${code}`}>
                <DataText text={`${where}: ${value === "" ? "" : `«${value}»: `}${what}`} />
              </li>
            );
          })}
        </ul>
      )}
      {problems.length > SAID && <p>{t("personal.table.others", { count: problems.length - SAID })}</p>}
    </div>
  );
}
