/** Packages while they are edited: every field as typed. A row in which nothing is typed is none. */
import { recordFields, textLimits, type Package, type PackageStatus } from "../../bindings";
import { isSameNumber, readPrice, spellPrice } from "../../lib/amount";
import type { Lang } from "../../lib/language";
import { bareGtin, findGtinProblem } from "../../lib/packages/gtin";
import { fold, nullIfBlank } from "../../lib/text/text";
import { newProblem, tidyText, type Problem } from "../forms/rules";

export type PackageDraft = {
  label: string;
  code: string;
  ean: string;
  price: string;
  status: PackageStatus;
};

export const EMPTY_PACKAGE: PackageDraft = { label: "", code: "", ean: "", price: "", status: "ativo" };

export const MOST_PACKAGES = recordFields.find(({ name }) => name === "packages")?.limit ?? Infinity;

export function fromPackages(packages: readonly Package[], language: Lang): PackageDraft[] {
  return packages.map(({ label, code, ean, price, status }) => ({
    label,
    code: code ?? "",
    ean: ean ?? "",
    price: price === null || price === undefined ? "" : spellPrice(price, language),
    status: status ?? "ativo",
  }));
}

export function toPackages(drafts: readonly PackageDraft[]): Package[] {
  return drafts.filter(isTyped).map(({ label, code, ean, price, status }) => ({
    label,
    code: nullIfBlank(code),
    ean: ean.trim() === "" ? null : bareGtin(ean),
    price: readTypedPrice(price),
    status,
  }));
}

/** The price that is typed; null where there is none, or one that cannot be read. */
export function readTypedPrice(text: string): number | null {
  const read = readPrice(text);
  return "value" in read ? read.value : null;
}

export function samePackages(a: readonly PackageDraft[], b: readonly PackageDraft[]): boolean {
  const [before, after] = [a.filter(isTyped), b.filter(isTyped)];
  return (
    before.length === after.length &&
    before.every((one, at) => {
      const other = after[at];
      return other !== undefined && isSamePackage(one, other);
    })
  );
}

/** What the text of packages takes from the person's language. */
export type PackageWords = { language: Lang; inactive: string };

/** One package a line, to be compared by a person; where lines are not kept, they are told apart all the same. */
export function packagesText(drafts: readonly PackageDraft[], words: PackageWords): string {
  return drafts
    .filter(isTyped)
    .map(({ label, code, ean, price, status }) => {
      const amount = readTypedPrice(price);
      // What cannot be read is compared as it was typed.
      const spelled = amount === null ? price : spellPrice(amount, words.language);
      return [label, code, ean, spelled, status === "inativo" ? words.inactive : ""]
        .filter((part) => part !== "")
        .join(" · ");
    })
    .join(";\n");
}

/** The rules of crates/domain/src/catalog/package.rs; the server checks again. */
export function packageProblems(drafts: readonly PackageDraft[]): Problem[] {
  const count = drafts.filter(isTyped).length;
  const many =
    count > MOST_PACKAGES ? [newProblem("packages", "too_long", String(count), `0..${MOST_PACKAGES}`)] : [];
  const codes = new Map<string, number>();
  const eans = new Map<string, number>();
  const isTwice = (seen: Map<string, number>, key: string, at: number) => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, at);
    return first !== undefined;
  };
  const ofRow = (draft: PackageDraft, at: number): Problem[] => {
    if (!isTyped(draft)) return [];
    const problem = (field: keyof PackageDraft, code: string, allowed: string) =>
      newProblem(packageField(at, field), code, draft[field], allowed);
    const problems: Problem[] = [];
    const label = [...tidyText(draft.label)].length;
    if (label === 0) problems.push(problem("label", "required", `1..${textLimits.packageLabel}`));
    if (label > textLimits.packageLabel)
      problems.push(problem("label", "too_long", `1..${textLimits.packageLabel}`));
    const code = tidyText(draft.code);
    if ([...code].length > textLimits.packageCode)
      problems.push(problem("code", "too_long", `1..${textLimits.packageCode}`));
    else if (code !== "" && isTwice(codes, fold(code), at))
      problems.push(problem("code", "package_twice", ""));
    const ean = bareGtin(draft.ean);
    const wrong = ean === "" ? null : findGtinProblem(ean);
    if (wrong !== null)
      problems.push(problem("ean", wrong, wrong === "gtin_length" ? String(ean.length) : ""));
    else if (ean !== "" && isTwice(eans, ean.padStart(14, "0"), at))
      problems.push(problem("ean", "package_twice", ""));
    const price = readPrice(draft.price);
    if (draft.price.trim() !== "" && "problem" in price)
      problems.push(problem("price", price.problem, price.readings ?? "0..999999999999.9999"));
    return problems;
  };
  return [...many, ...drafts.flatMap(ofRow)];
}

/** A problem of what was sent, at the row of the form that it is about: rows without anything were not sent. */
export function placeProblem(drafts: readonly PackageDraft[], problem: Problem): Problem {
  const [, sent, field] = /^packages\[(\d+)\]\.(\w+)$/.exec(problem.field) ?? [];
  const rows = drafts.flatMap((draft, at) => (isTyped(draft) ? [at] : []));
  const at = rows[Number(sent)];
  return at === undefined || field === undefined
    ? problem
    : { ...problem, field: packageField(at, field as keyof PackageDraft) };
}

/** A field of a row as errors name it: `packages[2].ean`. */
export function packageField(at: number, field: keyof PackageDraft): string {
  return `packages[${at}].${field}`;
}

function isTyped({ label, code, ean, price }: PackageDraft): boolean {
  return [label, code, ean, price].some((text) => text.trim() !== "");
}

function isSamePackage(a: PackageDraft, b: PackageDraft): boolean {
  const same = a.label === b.label && a.code === b.code && bareGtin(a.ean) === bareGtin(b.ean);
  return same && a.status === b.status && isSameNumber(a.price, b.price);
}
