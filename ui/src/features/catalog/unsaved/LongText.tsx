/** A text that may be longer than its place: it scrolls, shows that there is more, and the keys reach it. */
import { DataText } from "../../../components/DataText";
import classes from "./clash/Clash.module.css";

/** What surely fits, in characters and lines; what is longer can be scrolled. */
const FITS = 120;
const FIT_LINES = 3;

export function LongText({ text, label }: { text: string; label: string }) {
  const isLong = text.length > FITS || text.split("\n").length > FIT_LINES;
  if (!isLong) return <DataText text={text} multiline />;
  return (
    <div className={classes.long} role="group" aria-label={label} aria-live="off" tabIndex={0}>
      <DataText text={text} multiline />
    </div>
  );
}
