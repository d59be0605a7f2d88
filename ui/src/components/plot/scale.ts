/** Where values and times stand in a plot. */

/** Inside of the drawing. Units of its view box. */
export const BOX = { width: 640, height: 240, left: 56, right: 16, top: 12, bottom: 28 } as const;

export type Level = { value: number; y: number };

const LINES = 4;

/** Scales a plot's values from bottom to top, with the horizontal lines between them. */
export function scaleValues(values: readonly number[]): { y: (value: number) => number; levels: Level[] } {
  const [low, high] = reachOf(values);
  const y = (value: number) =>
    BOX.top + ((high - value) / (high - low)) * (BOX.height - BOX.top - BOX.bottom);
  const levels = Array.from({ length: LINES + 1 }, (_, at) => low + ((high - low) * at) / LINES);
  return { y, levels: levels.map((value) => ({ value, y: y(value) })) };
}

/** The times from left to right; one time alone stands in the middle. */
export function scaleTimes(from: number, to: number): (time: number) => number {
  return (time) =>
    from === to
      ? (BOX.left + BOX.width - BOX.right) / 2
      : BOX.left + ((time - from) / (to - from)) * (BOX.width - BOX.left - BOX.right);
}

/** Range of a plot's axis: a little more than the values take; never nothing. */
function reachOf(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = high === low ? Math.max(1, Math.abs(high) * 0.1) : (high - low) * 0.08;
  return [low - room, high + room];
}
