/** Minutes and seconds of a duration in whole seconds, alike in both languages: `2:05`. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
