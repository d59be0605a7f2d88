/** What is typed of a decision. */
import type { Data, Req } from "../../../api/command";
import { nullIfBlank } from "../../../lib/text/text";

export type Decision = Data<"getDecision">;
export const AREAS = [
  "customers",
  "crops",
  "professional",
  "finance",
  "health",
  "learning",
  "relationships",
  "spiritual",
] as const satisfies readonly Decision["area"][];

/** What speaks for an option, and against it, one a line. */
export type OptionDraft = { title: string; pros: string; cons: string };

export type DecisionDraft = {
  title: string;
  description: string;
  area: Decision["area"];
  options: OptionDraft[];
  choice: string;
  reasoning: string;
  /** Blank for the usual day, 30 days from today. */
  reviewAt: string;
  outcome: string;
};

export function draftOf(base: Decision | null): DecisionDraft {
  return {
    title: base?.title ?? "",
    description: base?.description ?? "",
    area: base?.area ?? "customers",
    options: (base?.options ?? []).map(({ title, pros = [], cons = [] }) => ({
      title,
      pros: pros.join("\n"),
      cons: cons.join("\n"),
    })),
    choice: base?.choice ?? "",
    reasoning: base?.reasoning ?? "",
    reviewAt: base?.reviewAt ?? "",
    outcome: base?.outcome ?? "",
  };
}

export function asRequest(draft: DecisionDraft): Req<"createDecision"> {
  const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
  return {
    title: draft.title,
    description: nullIfBlank(draft.description),
    area: draft.area,
    options: draft.options
      .filter((option) => Object.values(option).some((text) => text.trim() !== ""))
      .map(({ title, pros, cons }) => ({ title, pros: lines(pros), cons: lines(cons) })),
    choice: nullIfBlank(draft.choice),
    reasoning: nullIfBlank(draft.reasoning),
    reviewAt: nullIfBlank(draft.reviewAt),
    outcome: nullIfBlank(draft.outcome),
  };
}

/** Whether its day of review has come, and how it turned out is not written down. `today` is where the person is. */
export function isToReview({ state, reviewAt }: Decision, today: string): boolean {
  return state !== "reviewed" && reviewAt <= today;
}
