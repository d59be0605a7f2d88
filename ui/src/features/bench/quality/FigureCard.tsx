/** One figure: what it is over the whole span, its target, its plot, and the numbers behind that. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import { isReached, type Figure, type QualityReport } from "./figures";
import { Plot } from "./Plot";
import classes from "./Quality.module.css";

export function FigureCard({ figure, report }: { figure: Figure; report: QualityReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = t(`bench.quality.figure.${figure.id}`);
  const value = figure.lines[0]?.of(report.overall) ?? null;
  const reached = isReached(figure, report);
  const target = figure.target;
  return (
    <section className={classes.card} aria-label={name}>
      <h2>{name}</h2>
      <p className={classes.value}>
        {value === null ? t("bench.quality.unmeasured") : figure.format(formats, value)}
        {target && (
          <span className={classes.goal} data-reached={reached ?? undefined}>
            {t(`bench.quality.target.${target.good}`, { target: figure.format(formats, target.of(report)) })}
            {reached !== null && ` · ${t(reached ? "bench.quality.reached" : "bench.quality.missed")}`}
          </span>
        )}
      </p>
      <Cases figure={figure} report={report} value={value} />
      <p className={classes.about}>{t(`bench.quality.about.${figure.id}`)}</p>
      <Plot figure={figure} report={report} />
      {figure.lines.length > 1 && <Legend figure={figure} />}
      <Numbers figure={figure} report={report} name={name} />
    </section>
  );
}

/** How many cases the figure is of, or why it is not given. */
function Cases({ figure, report, value }: { figure: Figure; report: QualityReport; value: number | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!figure.cases) return null;
  const cases = report.overall.cases[figure.cases];
  const n = formats.integer(cases);
  const isTooFew = value === null && cases > 0;
  return (
    <p className={classes.about}>
      {isTooFew
        ? t("bench.quality.tooFew", { n, least: formats.integer(report.leastCases) })
        : t("bench.quality.cases", { n })}
    </p>
  );
}

function Legend({ figure }: { figure: Figure }) {
  const { t } = useTranslation();
  return (
    <p className={classes.legend} aria-hidden>
      {figure.lines.map(({ key }) => (
        <span key={key} data-line={key}>
          {t(`bench.quality.line.${key}`)}
        </span>
      ))}
    </p>
  );
}

function Numbers({ figure, report, name }: { figure: Figure; report: QualityReport; name: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const formatFigure = (value: number | null) => (value === null ? "–" : figure.format(formats, value));
  return (
    <details className={classes.numbers}>
      <summary>{t("bench.quality.numbers")}</summary>
      <div className={classes.scroll}>
        <table>
          <caption className="visually-hidden">{name}</caption>
          <thead>
            <tr>
              <th scope="col">
                {report.step === "week" ? t("bench.quality.step.week") : t("bench.quality.step.day")}
              </th>
              {figure.lines.map(({ key }) => (
                <th key={key} scope="col">
                  {key === "value" ? name : t(`bench.quality.line.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.points.map(({ day, figures }) => (
              <tr key={day}>
                <th scope="row">{formats.day(day)}</th>
                {figure.lines.map(({ key, of }) => (
                  <td key={key}>{formatFigure(of(figures))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
