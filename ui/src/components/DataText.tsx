/**
 * The one way in which text that did not come from our own source reaches the screen: as plain
 * text, without control characters, in its own reading direction, with search terms marked. It is
 * never parsed as markup, so there is nothing in it that could run, load or link.
 */
import { cleanText, highlightSegments } from "../lib/text/text";
import classes from "./DataText.module.css";

type Props = {
  text: string;
  /** Words to mark, in any case and with or without accents. */
  highlight?: readonly string[];
  /** Keep the line breaks of the text. */
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
