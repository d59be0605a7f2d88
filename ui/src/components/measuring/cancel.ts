/** Ends a measurement where the program does it: the window's bridge cannot break a call off. */
import { call } from "../../api/command";

export function cancelMeasurement(id: string): void {
  // That it could not be ended is not reported; it ends by itself.
  call("cancelMeasurement", { id }).catch(() => undefined);
}
