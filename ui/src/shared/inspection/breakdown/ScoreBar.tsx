/**
 * A score as one bar cut into its rows. What lowers the score stands left of the zero line, hatched;
 * what raises it stands right. The small form carries no text of its own: its button does.
 */
import { Tooltip } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { useTranslation } from "react-i18next";
import type { Explanation } from "../../../api/types";
import { useFormats } from "../../../i18n/language";
import { toBar, type Part } from "../../../lib/text/parts";
import { cleanText } from "../../../lib/text/text";
import classes from "./ScoreBar.module.css";

type Props = { rows: readonly Explanation[]; mini?: boolean };

export function ScoreBar({ rows, mini = false }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const bar = toBar(rows);
  const parts = [...bar.negative, ...bar.positive];
  const drawn = parts.reduce((sum, part) => sum + part.share, 0);

  if (mini) {
    return (
      <span className={classes.mini} aria-hidden>
        {parts.map((part) => (
          <Segment key={part.key} of={part} />
        ))}
      </span>
    );
  }
  const label = parts
    .map((part) => `${cleanText(part.description)} ${formats.signed(part.value)}`)
    .join("; ");
  return (
    <div className={classes.bar} role="img" aria-label={t("inspect.barLabel", { parts: label })}>
      {bar.negative.map((part) => (
        <LabelledSegment key={part.key} part={part} value={formats.signed(part.value)} />
      ))}
      {bar.negative.length > 0 && <span className={classes.zero} />}
      {bar.positive.map((part) => (
        <LabelledSegment key={part.key} part={part} value={formats.signed(part.value)} />
      ))}
      {bar.restCount > 0 && (
        <Tooltip label={t("inspect.rest", { count: bar.restCount, value: formats.signed(bar.restValue) })}>
          <span className={classes.rest} style={{ flexGrow: Math.max(0, 1 - drawn) }} />
        </Tooltip>
      )}
    </div>
  );
}

function LabelledSegment({ part, value }: { part: Part; value: string }) {
  return (
    <Tooltip label={`${cleanText(part.description)}: ${value}`} multiline maw={280}>
      <Segment of={part} />
    </Tooltip>
  );
}

function Segment({ of: part, ref, ...rest }: { of: Part } & ComponentPropsWithRef<"span">) {
  return (
    <span
      {...rest}
      ref={ref}
      className={classes.segment}
      data-negative={part.value < 0 || undefined}
      style={{ flexGrow: part.share, backgroundColor: part.color }}
    />
  );
}
