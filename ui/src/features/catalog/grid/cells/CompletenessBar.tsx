/** How complete a record is, as a bar and a figure; what is missing is said on pointing at it. */
import { useCellWords } from "./cellWords";
import classes from "./CompletenessBar.module.css";

type Props = {
  /** 0 to 1. */
  value: number;
  missing?: readonly string[];
};

export function CompletenessBar({ value, missing = [] }: Props) {
  const { t, formats, label } = useCellWords();
  const title =
    missing.length === 0 ? undefined : t("grid.missing", { fields: formats.list(missing.map(label)) });
  const grade = value >= 0.85 ? "good" : value >= 0.5 ? "fair" : "poor";
  return (
    <span className={classes.box} title={title}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} data-grade={grade} style={{ width: `${value * 100}%` }} />
      </span>
      <span className={classes.figure}>{formats.percent(Math.floor(value * 100) / 100)}</span>
    </span>
  );
}
