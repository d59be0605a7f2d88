/** Where a command goes over HTTP. The bindings write method and path as one text: they are part of the first load. */
import { meta, type Tag } from "../../bindings";

export type Route = { method: string; path: string; invalidates: readonly Tag[]; isLong: boolean };

/** The route of a command, by its name on the bindings; null where there is none. */
export function routeOf(command: string): Route | null {
  const entry = meta[command];
  if (!entry) return null;
  const [method = "", path = ""] = entry.route.split(" ");
  const { invalidates = [], long = false } = entry;
  return { method, path: `/api/${path}`, invalidates, isLong: long };
}
