/**
 * From a command and its request object to an HTTP request: pure, so that the mapping can be read
 * and tested apart from the sending.
 *
 * `{name}` in a path is filled from the request. What remains goes into the query string where the
 * method has no body (GET, DELETE), and into a JSON body otherwise. Absent values (`null`,
 * `undefined`) are left out of a query string, lists repeat their name, objects travel as JSON.
 * The bytes of a file (a `Uint8Array`) are the body as they are, with the rest in the query string.
 */
import type { Route } from "./route";

type Fields = Record<string, unknown>;

export type HttpRequest = { method: string; path: string; body: string | Uint8Array<ArrayBuffer> | null };

/** `list_profiles` → `listProfiles`: the bridge speaks Rust's names, the bindings TypeScript's. */
export function commandName(wireName: string): string {
  return wireName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function toHttpRequest(route: Pick<Route, "method" | "path">, request: Fields): HttpRequest {
  const { path, rest } = fillPath(route.path, request);
  const [name, bytes] = Object.entries(rest).find(([, value]) => value instanceof Uint8Array) ?? [];
  if (name !== undefined || route.method === "GET" || route.method === "DELETE") {
    const query = toQuery(name === undefined ? rest : { ...rest, [name]: null });
    return {
      method: route.method,
      path: query ? `${path}?${query}` : path,
      body: bytes instanceof Uint8Array ? (bytes as Uint8Array<ArrayBuffer>) : null,
    };
  }
  return { method: route.method, path, body: JSON.stringify(rest) };
}

function fillPath(template: string, request: Fields): { path: string; rest: Fields } {
  const rest = { ...request };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(scalar(value));
  });
  return { path, rest };
}

function toQuery(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== null && one !== undefined) query.append(name, scalar(one));
    }
  }
  return query.toString();
}

function scalar(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
