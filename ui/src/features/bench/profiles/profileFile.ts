/**
 * A profile as a file: what `celeiro profile export` writes and `import` reads. A file from elsewhere is
 * checked here value by value, so that each problem is told with its place; the program checks again.
 */
import type { Fusion, Kind, Profile, ProfileEntry } from "../../../api/types";
import { FUSIONS } from "../../../shared/search/searchState";
import { allKnobs, knobAt, valueAt } from "../../../shared/profile/knobs";

/** What is wrong at a place of the file. */
export type FileProblem =
  | { what: "json" | "notAProfile" }
  | { what: "unknown" | "notANumber" | "fusion"; path: string; value: string }
  | { what: "range"; path: string; value: string; least: number; most: number };

export type CheckedFile = { profile: Profile; problems: [] } | { profile: null; problems: FileProblem[] };

/** Larger files are no profiles. Bytes. */
export const MAX_FILE_BYTES = 1 << 20;

const KINDS: readonly Kind[] = ["items", "faqs"];
const KNOWN = new Set(["name", "fusion", ...KINDS]);
/** What the list of profiles knows besides; a file that holds it does no harm. */
const AROUND = new Set(["active", "shipped", "version", "versions", "activations"]);

/** Writes a ranking profile as a file, without what the list knows of it. */
export function fileOf({ name, fusion, items, faqs }: ProfileEntry): string {
  return `${JSON.stringify({ name, fusion, items, faqs }, null, 2)}\n`;
}

export function checkFile(text: string): CheckedFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { profile: null, problems: [{ what: "json" }] };
  }
  if (!isObject(json) || typeof json.fusion !== "string") {
    return { profile: null, problems: [{ what: "notAProfile" }] };
  }
  const problems: FileProblem[] = [];
  if (!FUSIONS.includes(json.fusion as Fusion)) {
    problems.push({ what: "fusion", path: "fusion", value: json.fusion });
  }
  for (const [key, value] of Object.entries(json)) {
    if (KNOWN.has(key) || AROUND.has(key)) continue;
    problems.push({ what: "unknown", path: key, value: brief(value) });
  }
  for (const kind of KINDS) problems.push(...problemsIn(json[kind], kind));
  if (problems.length > 0) return { profile: null, problems };
  const { fusion, items, faqs } = json as Profile;
  const name = typeof json.name === "string" ? json.name : "";
  const profile: Profile = {
    name,
    fusion,
    ...(items === undefined ? {} : { items }),
    ...(faqs === undefined ? {} : { faqs }),
  };
  return { profile, problems: [] };
}

function problemsIn(tuning: unknown, kind: Kind): FileProblem[] {
  if (tuning === undefined) return [];
  return listLeaves(tuning, kind).flatMap(([path, value]): FileProblem[] => {
    const knob = knobAt(path, kind);
    if (!knob) return [{ what: "unknown", path, value: brief(value) }];
    // A threshold may be left to the model.
    if (value === null && knob.path === "vectorThreshold") return [];
    if (typeof value !== "number") return [{ what: "notANumber", path, value: brief(value) }];
    const { least, most } = knob;
    return value >= least && value <= most ? [] : [{ what: "range", path, value: brief(value), least, most }];
  });
}

/** Every value with its path; the fields of a list go by their names. */
function listLeaves(at: unknown, path: string): [string, unknown][] {
  if (Array.isArray(at)) {
    return at.flatMap((entry: unknown) => {
      const name = isObject(entry) && typeof entry.field === "string" ? entry.field : "?";
      return listLeaves(entry, `${path}.${name}`);
    });
  }
  if (!isObject(at)) return [[path, at]];
  return Object.entries(at)
    .filter(([key]) => key !== "field")
    .flatMap(([key, value]) => listLeaves(value, `${path}.${key}`));
}

/** Lists the numbers in which two ranking profiles differ, and their fusion: by path, `a` first. */
export function differences(a: Profile, b: Profile): { path: string; a: unknown; b: unknown }[] {
  const fusion = a.fusion === b.fusion ? [] : [{ path: "fusion", a: a.fusion, b: b.fusion }];
  const numbers = KINDS.flatMap((kind) =>
    allKnobs(kind).flatMap(({ path }) => {
      const [before, after] = [valueAt(a, kind, path), valueAt(b, kind, path)];
      return before === after ? [] : [{ path: `${kind}.${path}`, a: before, b: after }];
    }),
  );
  return [...fusion, ...numbers];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
