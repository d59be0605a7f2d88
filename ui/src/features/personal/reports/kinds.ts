/** Kinds of reports, and those that are about a person or a decision. */
import type { Data } from "../../../api/command";

export type Report = Data<"getReport">;
export type ReportKind = Report["kind"];
export type ReportFigure = Report["figures"]["figures"][number];
export type BalanceScore = NonNullable<Report["figures"]["score"]>;

export const KINDS = [
  "morning",
  "weekly",
  "checkin",
  "gift",
  "decision",
] as const satisfies readonly ReportKind[];
export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
