/** Settings by section of the page and by provider. */
import type { ConfigEntry } from "../../api/types";

export const PROVIDERS = [
  {
    id: "openrouter",
    key: "OPENROUTER_API_KEY",
    base: "OPENROUTER_BASE_URL",
    more: ["OPENROUTER_SITE_NAME", "OPENROUTER_SITE_URL"],
  },
  { id: "openai", key: "OPENAI_API_KEY", base: "OPENAI_BASE_URL", more: [] },
  { id: "gemini", key: "GEMINI_API_KEY", base: "GEMINI_BASE_URL", more: [] },
  { id: "claude", key: "ANTHROPIC_API_KEY", base: "ANTHROPIC_BASE_URL", more: [] },
] as const;
export type Provider = (typeof PROVIDERS)[number];
export type ProviderId = Provider["id"];

/** Models by purpose: the setting for all providers, which overrides those of single providers. */
export const MODELS = [
  { name: "LLM_MODEL_ANSWER", below: { openrouter: "OPENROUTER_MODEL_ANSWER" } },
  { name: "LLM_MODEL_CLASSIFY", below: { openrouter: "OPENROUTER_MODEL_CLASSIFY" } },
  { name: "LLM_MODEL_CLASSIFY_FALLBACK", below: { openrouter: "OPENROUTER_MODEL_CLASSIFY_FALLBACK" } },
  { name: "LLM_MODEL_SUMMARY", below: {} },
] as const;
/** Model settings of providers that have one model for every purpose. */
export const MODEL_OF: Partial<Record<string, string>> = { gemini: "GEMINI_MODEL", claude: "CLAUDE_MODEL" };

/** Settings of the server that transcribes dictation in the chat. */
export const TRANSCRIPTION_SERVER = [
  "TRANSCRIPTION_BASE_URL",
  "TRANSCRIPTION_API_KEY",
  "TRANSCRIPTION_MODEL",
] as const;

export const EMBEDDING_SERVER = [
  "EMBEDDING_BASE_URL",
  "EMBEDDING_API_KEY",
  "EMBEDDING_MODEL",
  "EMBEDDING_DIMENSIONS",
  "EMBEDDING_BATCH_SIZE",
] as const;
export const SEARCH_MAIN = [
  "HYBRID_SEARCH_ENHANCED",
  "FAQ_HYBRID_ENABLED",
  "CATALOG_VECTOR_THRESHOLD",
  "FAQ_VECTOR_THRESHOLD",
] as const;
export const SEARCH_ADVANCED = [
  "CATALOG_VECTOR_WEIGHT",
  "CATALOG_LEXICAL_WEIGHT",
  "CATALOG_PAIR_PRIORITY_BONUS",
  "FAQ_VECTOR_WEIGHT",
  "FAQ_LEXICAL_WEIGHT",
  "CATALOG_QUERY_KEYWORDS_ENABLED",
] as const;
export const CHAT = [
  "CHAT_MODE",
  "MCP_PROPOSALS",
  "CHAT_PROMPT",
  "CHAT_CACHE_PADDING",
  "CHAT_SPENDING_CAP_USD",
  "CHAT_HISTORY_CONTEXT_LIMIT",
  "CHAT_SUMMARY_ENABLED",
  "CHAT_CATALOG_LIMIT",
  "CHAT_FAQ_LIMIT",
  "CHAT_MAX_OUTPUT_TOKENS",
  "CHAT_ANSWER_TIMEOUT_SECONDS",
] as const;
export const PERSONAL = [
  "ASSISTANT_PERSONAL",
  "ASSISTANT_PERSONA",
  "ASSISTANT_CHRISTIAN",
  "ASSISTANT_TIMEZONE",
  "ASSISTANT_CONSOLIDATION_HOUR",
  "ASSISTANT_MORNING_SUMMARY_HOUR",
  "ASSISTANT_WEEKLY_REPORT_HOUR",
  "ASSISTANT_WEEKLY_REPORT_DAY",
  "ASSISTANT_CHECKIN_HOUR",
  "ASSISTANT_REPORTS_BY_MODEL",
] as const;
export const PLACES = [
  "CELEIRO_KEY_STORE",
  "CELEIRO_ALLOW_PRIVATE_ADDRESSES",
  "DATABASE_URL",
  "CELEIRO_LANG",
] as const;
export const BACKUP = ["BACKUP_KEEP_DAILY", "BACKUP_KEEP_WEEKLY"] as const;

/** Settings with a short label of their own; the others show their name. */
export type LabelledName =
  | "LLM_PROVIDER"
  | Provider["key"]
  | Provider["base"]
  | Provider["more"][number]
  | (typeof MODELS)[number]["name"]
  | "EMBEDDING_PROVIDER"
  | "EMBEDDING_PAUSED"
  | "EMBEDDING_MODEL_DIR"
  | (typeof EMBEDDING_SERVER)[number]
  | (typeof TRANSCRIPTION_SERVER)[number]
  | (typeof SEARCH_MAIN)[number]
  | (typeof SEARCH_ADVANCED)[number]
  | (typeof CHAT)[number]
  | (typeof PERSONAL)[number]
  | (typeof PLACES)[number]
  | (typeof BACKUP)[number]
  | "TRACE_RETENTION_DAYS"
  | "ATTACHMENT_RETENTION_DAYS"
  | "QUERY_LOG_ENABLED"
  | "QUERY_LOG_RETENTION_DAYS";

/** Values with a name that people know. */
const NAMED = [
  "openrouter",
  "openai",
  "gemini",
  "claude",
  "none",
  "local",
  "neural",
  "static",
  "desk",
  "assistant",
  "base",
  "counselor",
  "christian",
  "auto",
  "short",
  "true",
  "false",
] as const;
const ALSO_NAMED = ["system", "file", "pt-BR", "en"] as const;
export type NamedChoice = (typeof NAMED)[number] | (typeof ALSO_NAMED)[number];
export const isNamedChoice = (value: string): value is NamedChoice =>
  ([...NAMED, ...ALSO_NAMED] as string[]).includes(value);

/** Why a setting is locked: the command line or environment overrides it, or only the environment may set it. */
export function lockOf(entry: ConfigEntry): "commandLine" | "environment" | "places" | null {
  if (entry.origin === "commandLine" || entry.origin === "environment") return entry.origin;
  return entry.savable ? null : "places";
}
