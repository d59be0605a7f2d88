/**
 * Renders text from outside our own source, and is the only component that does: as plain text, without control
 * characters, in the text's own reading direction, with search terms marked. The text is never parsed as markup, so no
 * part of it can run, load or link.
 */
import { cleanText, highlightSegments } from "../lib/text/text";
import classes from "./DataText.module.css";

type Props = {
  text: string;
  /** Words to mark, in any case and with or without accents. */
  highlight?: readonly string[];
  /** Keeps the line breaks of the text. */
  multiline?: boolean;
};

export function DataText({ text, highlight = [], multiline = false }: Props) {
  return (
    <bdi className={multiline ? classes.multiline : undefined}>
      {highlight.length === 0
        ? cleanText(text)
        : highlightSegments(text, highlight).map((segment, index) =>
            segment.hit ? (
              <mark key={index} className={classes.mark}>
                {segment.text}
              </mark>
            ) : (
              segment.text
            ),
          )}
    </bdi>
  );
}
