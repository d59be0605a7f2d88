/**
 * One figure over time as lines, with its target. The same numbers stand in the table behind it: the
 * drawing itself says nothing that only eyes could read.
 */
import { useElementSize } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import { axisEnd, runsOf, type Figure, type QualityReport } from "./figures";
import classes from "./Quality.module.css";

const HEIGHT = 132;
const PAD = 6;
/** Where nothing has been laid out yet. */
const USUAL_WIDTH = 420;

export function Plot({ figure, report }: { figure: Figure; report: QualityReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { ref, width: measured } = useElementSize();
  const width = measured > 0 ? measured : USUAL_WIDTH;
  const lines = figure.lines.map((line) => ({
    key: line.key,
    values: report.points.map((point) => line.of(point.figures)),
  }));
  const target = figure.target?.of(report);
  const drawn = [
    ...lines.flatMap(({ values }) => values.filter((v) => v !== null)),
    ...(target ? [target] : []),
  ];
  const end = Math.min(axisEnd(drawn, figure.most ?? 0), figure.most === 1 ? 1 : Infinity);
  const x = (index: number) =>
    PAD + (report.points.length < 2 ? 0.5 : index / (report.points.length - 1)) * (width - 2 * PAD);
  const y = (value: number) => HEIGHT - PAD - (value / end) * (HEIGHT - 2 * PAD);

  return (
    <div ref={ref} className={classes.plot}>
      <span className={classes.top} aria-hidden>
        {figure.format(formats, end)}
      </span>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={t("bench.quality.plotOf", { name: t(`bench.quality.figure.${figure.id}`) })}
      >
        <line className={classes.axis} x1={0} x2={width} y1={y(0)} y2={y(0)} />
        <line className={classes.grid} x1={0} x2={width} y1={y(end / 2)} y2={y(end / 2)} />
        {target !== undefined && (
          <line className={classes.target} x1={0} x2={width} y1={y(target)} y2={y(target)} />
        )}
        {lines.map(({ key, values }) => (
          <g key={key} className={classes.line} data-line={key}>
            {runsOf(values).map((run) => (
              <g key={run[0]?.index}>
                <polyline points={run.map((p) => `${x(p.index)},${y(p.value)}`).join(" ")} />
                {(run.length === 1 || values.length <= 40) &&
                  run.map((p) => (
                    <circle key={p.index} cx={x(p.index)} cy={y(p.value)} r={2.6}>
                      <title>{`${formats.day(dayOf(report, p.index))}: ${figure.format(formats, p.value)}`}</title>
                    </circle>
                  ))}
              </g>
            ))}
          </g>
        ))}
      </svg>
      <div className={classes.days} aria-hidden>
        <span>{formats.day(dayOf(report, 0))}</span>
        <span>{formats.day(dayOf(report, report.points.length - 1))}</span>
      </div>
    </div>
  );
}

function dayOf(report: QualityReport, index: number): string {
  return report.points[index]?.day ?? "";
}
