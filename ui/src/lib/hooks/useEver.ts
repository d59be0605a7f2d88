/** Whether a condition has held since the component was mounted. */
import { useState } from "react";

export function useEver(holds: boolean): boolean {
  const [ever, setEver] = useState(holds);
  if (holds && !ever) setEver(true);
  return ever || holds;
}
