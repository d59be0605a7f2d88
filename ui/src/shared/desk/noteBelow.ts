/** A field whose note stands below it, so that it is level with a neighbour without one. */
export const NOTE_BELOW = ["label", "input", "description", "error"] as (
  "label" | "input" | "description" | "error"
)[];
