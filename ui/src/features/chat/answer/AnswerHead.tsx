/** Above an answer: how long it took and what it cost, and on demand its steps. */
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import type { ChatResponse } from "../types";
import classes from "../thread/Message.module.css";
import { DoneSteps } from "../trace/Steps";
import { stepsOf } from "../trace/steps";

export function AnswerHead({ response }: { response: ChatResponse }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <DoneSteps
      lines={stepsOf(response)}
      summary={t("steps.total", { time: formats.duration(response.ms) })}
      beside={<Effort response={response} />}
    />
  );
}

/** Model, tokens, cost and times, as far as they are known. */
function Effort({ response }: { response: ChatResponse }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { model, usage, firstTokenMs, mode, priceList, debug } = response;
  const gaveWay = debug.fallbacks.some(
    ({ stage, instead }) => stage === "assistant" && instead !== "partial",
  );
  const tokens = usage.input + usage.output;
  return (
    <ul className={classes.effort} aria-label={t("answer.effort")}>
      {mode === "assistant" && <li>{t("answer.mode.assistant")}</li>}
      {mode !== "assistant" && gaveWay && <li>{t("answer.mode.desk")}</li>}
      {priceList && (
        <li>
          <DataText text={t("answer.priceList", { name: priceList.name })} />
        </li>
      )}
      {model !== null && (
        <li>
          <DataText text={model} />
        </li>
      )}
      {tokens > 0 && (
        <li
          className="tabular"
          title={t("answer.tokensText", {
            input: formats.integer(usage.input),
            output: formats.integer(usage.output),
            cached: formats.integer(usage.cached),
          })}
        >
          {t("answer.tokens", formats.placeCount(tokens))}
        </li>
      )}
      {usage.costUsd !== null && <li className="tabular">{formats.cost(usage.costUsd)}</li>}
      {firstTokenMs !== null && (
        <li className="tabular">{t("answer.firstToken", { time: formats.duration(firstTokenMs) })}</li>
      )}
    </ul>
  );
}
