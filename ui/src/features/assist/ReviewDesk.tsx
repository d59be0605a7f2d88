/**
 * Suggestions for many items: runs with a sample and an estimate first, how far their confidence can be
 * trusted, and the queue that waits.
 */
import { useState } from "react";
import { Calibration } from "./Calibration";
import { EnrichWizard } from "./EnrichWizard";
import classes from "./Review.module.css";
import { ReviewQueue } from "./ReviewQueue";
import { RunList } from "./RunList";

export function ReviewDesk() {
  const [run, setRun] = useState<string | null>(null);
  return (
    <div className={classes.desk}>
      <div className={classes.aside}>
        <EnrichWizard />
        <RunList chosen={run} onChoose={setRun} />
      </div>
      <div className={classes.queue}>
        <ReviewQueue key={run ?? "all"} run={run} />
      </div>
      <Calibration />
    </div>
  );
}
