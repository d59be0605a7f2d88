/** A trace, from what the message was taken for to the words that the model wrote. */
import { Anchor, Badge, Code, Table } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CopyButton } from "../../../components/CopyButton";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { traceAddress } from "../../../shared/search/inspectState";
import { Section } from "../../../shared/record/DetailsParts";
import type { LlmCall, SearchRun, Trace } from "../types";
import { TraceReplay } from "./TraceReplay";
import classes from "./TraceView.module.css";
import { useTraceWords } from "./useTraceWords";

const OUTCOME_COLOR = { answered: "mata", composed: "palha", stopped: "gray", failed: "red" } as const;

export function TraceView({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const { stageName, insteadName } = useTraceWords();
  const { debug } = trace;
  return (
    <>
      <Facts trace={trace} />
      {debug.llmCalls.length > 0 && (
        <Section title={t("trace.calls")}>
          <Calls calls={debug.llmCalls} />
        </Section>
      )}
      {debug.searches.length > 0 && (
        <Section title={t("trace.searches")}>
          <Searches trace={trace.id} searches={debug.searches} />
        </Section>
      )}
      {debug.fallbacks.length > 0 && (
        <Section title={t("trace.fallbacks")}>
          <ul className={classes.fallbacks}>
            {debug.fallbacks.map(({ stage, reason, instead }, index) => (
              <li key={index}>
                <IconAlertTriangle size={15} aria-hidden />
                <span>
                  <DataText text={stageName(stage)} />: <Code>{reason}</Code> →{" "}
                  <DataText text={insteadName(instead)} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(debug.searches.length > 0 || (debug.rounds ?? []).length > 0) && (
        <Section title={t("trace.replay.title")}>
          <TraceReplay trace={trace.id} />
        </Section>
      )}
      <Section title={t("trace.texts")}>
        <Texts trace={trace} />
      </Section>
    </>
  );
}

function Facts({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { jobName } = useTraceWords();
  const { debug, prompts, manner } = trace;
  const plan = [
    ...(debug.plan.runCatalog ? [t("trace.catalog")] : []),
    ...(debug.plan.runFaq ? [t("trace.faq")] : []),
  ];
  return (
    <dl className={classes.facts}>
      <Fact label={t("trace.outcome")}>
        <Badge variant="light" color={OUTCOME_COLOR[trace.outcome]}>
          {t(`trace.outcomes.${trace.outcome}`)}
        </Badge>
      </Fact>
      <Fact label={t("trace.message")}>
        <DataText text={trace.message} />
      </Fact>
      {debug.safety && (
        <Fact label={t("trace.safety")}>
          {t(`trace.concerns.${debug.safety.concern}`)}{" "}
          <span className={classes.dim}>({t(`trace.foundBy.${debug.safety.by}`)})</span>{" "}
          <DataText text={debug.safety.reasons.join(" · ")} />
        </Fact>
      )}
      <Fact label={t("trace.intent")}>
        {t(`trace.intents.${debug.intent}`)}{" "}
        <span className={classes.dim}>
          ({debug.intentBy === "model" ? t("trace.byModel") : t("trace.byRules")})
        </span>
      </Fact>
      <Fact label={t("trace.plan")}>{plan.length > 0 ? formats.list(plan) : t("trace.noSearch")}</Fact>
      <Fact label={t("trace.tokens")}>
        <DataText text={trace.tokens.join(" · ") || "—"} />
      </Fact>
      {manner && (
        <Fact label={t("trace.manner")}>
          {t(`conversations.persona.${manner.persona}`)}
          {manner.signals.length > 0 && (
            <span className={classes.dim}>
              {" "}
              ({formats.list(manner.signals.map((signal) => t(`trace.signals.${signal}`)))})
            </span>
          )}
        </Fact>
      )}
      {prompts.length > 0 && (
        <Fact label={t("trace.prompts")}>
          {prompts.map(({ name, version }) => (
            <div key={name}>
              <DataText text={jobName(name)} /> <Code>{version}</Code>
            </div>
          ))}
        </Fact>
      )}
      <Fact label={t("trace.when")}>
        {formats.dateTime(trace.createdAt)} <span className={classes.dim}>· Celeiro {trace.program}</span>
      </Fact>
      <Fact label={t("trace.id")}>
        <span className={classes.id}>
          <Code>{trace.id}</Code>
          <CopyButton text={trace.id} label={t("action.copy")} />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Calls({ calls }: { calls: LlmCall[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { jobName, finishName } = useTraceWords();
  const columns = ["purpose", "model", "tokensInOut", "cost", "time"] as const;
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{t(`trace.column.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map((one, index) => (
            <Table.Tr key={index}>
              <Table.Td>
                <DataText text={jobName(one.purpose)} />
                {one.retries > 0 && (
                  <div className={classes.dim}>{t("trace.retries", { count: one.retries })}</div>
                )}
              </Table.Td>
              <Table.Td>
                <DataText text={one.servedModel ?? one.model} />
                <div className={classes.dim}>
                  <DataText text={one.provider} />
                  {one.finish !== null && (
                    <>
                      {" · "}
                      <DataText text={finishName(one.finish)} />
                    </>
                  )}
                </div>
                {one.error !== null && (
                  <div className={classes.bad}>
                    {t("error.code")} <Code>{one.error}</Code>
                  </div>
                )}
              </Table.Td>
              <Table.Td className="tabular">
                {formats.integer(one.usage.input)} / {formats.integer(one.usage.output)}
                {one.usage.cached > 0 && (
                  <div className={classes.dim}>
                    {t("trace.cached", { shown: formats.integer(one.usage.cached) })}
                  </div>
                )}
              </Table.Td>
              <Table.Td className="tabular">
                {one.usage.costUsd === null ? "—" : formats.cost(one.usage.costUsd)}
              </Table.Td>
              <Table.Td className="tabular">
                {formats.duration(one.ms)}
                {one.firstTokenMs !== null && (
                  <div className={classes.dim}>
                    {t("answer.firstToken", { time: formats.duration(one.firstTokenMs) })}
                  </div>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Searches({ trace, searches }: { trace: string; searches: SearchRun[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { toolName } = useTraceWords();
  return (
    <ul className={classes.searches}>
      {searches.map((run, index) => (
        <li key={index}>
          <p>
            <strong>{toolName(run.tool)}</strong>: <DataText text={run.query} />
          </p>
          <p className={classes.dim}>
            {t("trace.counts", {
              ...formats.placeCount(run.resultCount),
              lexical: formats.integer(run.lexicalCount),
              vector: formats.integer(run.vectorCount),
              time: formats.duration(run.ms),
            })}
          </p>
          <Anchor component={Link} size="sm" to={traceAddress(trace, index)}>
            {t("trace.inspect")}
          </Anchor>
          {run.fallbackReason !== null && (
            <p className={classes.bad}>
              {t(`fallback.${run.fallbackReason}.title`)} {t(`fallback.${run.fallbackReason}.text`)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The exact texts, each behind its name: nothing is shortened. */
function Texts({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const { jobName, toolName } = useTraceWords();
  return (
    <>
      {trace.tools.map((tool, index) => (
        <Exact
          key={`tool${index}`}
          name={t("trace.payload", { tool: toolName(tool.name) })}
          text={tool.payload}
        />
      ))}
      {trace.context !== "" && <Exact name={t("trace.context")} text={trace.context} />}
      {trace.calls.map(({ call, system, user, output }, index) => (
        <div key={`call${index}`}>
          <Exact name={t("trace.system", { purpose: jobName(call.purpose) })} text={system} />
          <Exact name={t("trace.user", { purpose: jobName(call.purpose) })} text={user} />
          <Exact name={t("trace.output", { purpose: jobName(call.purpose) })} text={output} />
        </div>
      ))}
      <Exact name={t("trace.rawAnswer")} text={trace.rawAnswer} />
    </>
  );
}

function Exact({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (text === "") return null;
  return (
    <details className={classes.exact}>
      <summary>
        <DataText text={name} />
        <span className={classes.dim}>{t("trace.characters", formats.placeCount(text.length))}</span>
      </summary>
      <div className={classes.copy}>
        <CopyButton text={text} label={t("action.copy")} />
      </div>
      <pre tabIndex={0}>
        <DataText text={text} />
      </pre>
    </details>
  );
}
