/** Names inside a trace in the person's words. What has none here, as of a later version, stays as it is called. */
import { useTranslation } from "react-i18next";
import { useJobName } from "../../../shared/models/useJobName";
import { toolOf, type Tool } from "../actions/tools";

/** The searches of the sales desk are the assistant's by other names. */
const SEARCHES: Readonly<Record<string, Tool>> = {
  searchCatalog: "catalog_search",
  searchFaqs: "search_faqs",
};

const INSTEAD = [
  "rules",
  "fallback-model",
  "lexical",
  "without",
  "composed",
  "shorter-prompt",
  "partial",
  "nothing",
  "desk",
] as const;

const FINISHES = [
  "stop",
  "length",
  "tool_calls",
  "content_filter",
  "refusal",
  "pause",
  "malformed_tool_call",
  "error",
  "other",
  "none",
] as const;

export function useTraceWords() {
  const { t } = useTranslation();
  const jobName = useJobName();
  const toolName = (name: string): string => {
    const tool = SEARCHES[name] ?? toolOf(name);
    return tool === null ? name : t(`actions.tool.${tool}`);
  };
  return {
    jobName,
    toolName,
    /** Where something did not go as it should: a job, a tool, or the turn as a whole. */
    stageName: (stage: string): string => {
      if (stage === "turn") return t("trace.turn");
      const tool = toolName(stage);
      return tool === stage ? jobName(stage) : tool;
    },
    insteadName: (name: string): string => {
      const instead = INSTEAD.find((one) => one === name);
      return instead === undefined ? name : t(`trace.instead.${instead}`);
    },
    finishName: (name: string): string => {
      const finish = FINISHES.find((one) => one === name);
      return finish === undefined ? name : t(`trace.finish.${finish}`);
    },
  };
}
