/** A search at a glance: how many came how far, by which profile and threshold, how long each stage took. */
import { Badge, Tooltip } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { SearchInspection } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { Help } from "../../../components/help/Help";
import { RawHelp } from "../../../shared/inspection/breakdown/TermHelp";
import classes from "./SearchFacts.module.css";

export function SearchFacts({ inspection }: { inspection: SearchInspection }) {
  return (
    <div className={classes.facts}>
      <Words inspection={inspection} />
      <Funnel inspection={inspection} />
      <Times inspection={inspection} />
    </div>
  );
}

/** What was searched for: the tokens, what mistyped ones were read as, and the profile that ranked. */
function Words({ inspection }: { inspection: SearchInspection }) {
  const { t } = useTranslation();
  const { tokens, corrections, profile, fusion } = inspection;
  return (
    <div className={classes.words}>
      <span className={classes.dim}>{t("whole.tokens")}</span>
      {tokens.map((token, index) => (
        <Badge key={index} variant="light" color="gray" fw={500}>
          <DataText text={token} />
        </Badge>
      ))}
      {corrections.map(({ token, words }, index) => (
        <span key={index} className={classes.dim}>
          <DataText text={token} /> → <DataText text={words.join(", ")} />
        </span>
      ))}
      <span className={classes.dim}>
        {t("whole.rankedBy")}{" "}
        <strong className={classes.strong}>
          <DataText text={profile.name} />
        </strong>{" "}
        · {t(`fusion.${fusion}.name`)}{" "}
        <Help term={t(`fusion.${fusion}.name`)} text={t(`fusion.${fusion}.text`)} />
      </span>
    </div>
  );
}

function Funnel({ inspection }: { inspection: SearchInspection }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { stages, threshold, limit } = inspection;
  const n = formats.integer;
  return (
    <ol className={classes.funnel} aria-label={t("whole.funnel")}>
      <li data-list="lexical">
        <strong>{n(stages.lexicalFound)}</strong> {t("whole.byWords")}
        <span className={classes.dim}>{t("whole.ofAtMost", { most: n(stages.lexicalWanted) })}</span>
      </li>
      <li data-list="vector">
        {stages.vectorFound === null ? (
          t("whole.vectorsOut")
        ) : (
          <>
            <strong>{n(stages.vectorKept)}</strong> {t("whole.byVectors")}
            <span className={classes.dim}>
              {threshold === null
                ? t("whole.chunks", { most: n(stages.chunksWanted) })
                : t("whole.within", { value: formats.decimal(threshold, 4), found: n(stages.vectorFound) })}
            </span>
            <RawHelp name="threshold" term={t("knob.vectorThreshold.name")} />
          </>
        )}
      </li>
      <li>
        <IconChevronRight size={15} aria-hidden />
        <strong>{n(stages.ranked)}</strong> {t("whole.ranked")}
      </li>
      <li>
        <IconChevronRight size={15} aria-hidden />
        <strong>{n(stages.shown)}</strong> {t("whole.shown")}
        <span className={classes.dim}>{t("whole.ofAtMost", { most: n(limit) })}</span>
        <RawHelp name="funnel" term={t("whole.funnel")} />
      </li>
    </ol>
  );
}

const STAGES = ["embed", "vector", "lexical", "fuse"] as const;

/**
 * The stages as one bar. Words and vectors are asked at the same time, so the parts are more than the whole.
 * Where candidates were kept from an earlier look, their times are of that, and it says so.
 */
function Times({ inspection }: { inspection: SearchInspection }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { timings, fetchedSecondsAgo } = inspection;
  const stages = STAGES.map((stage) => ({ stage, ms: timings[`${stage}Ms`] }));
  const all = stages.reduce((sum, { ms }) => sum + ms, 0) || 1;
  return (
    <div className={classes.times}>
      <span className={classes.track} aria-hidden>
        {stages.map(({ stage, ms }) => (
          <span key={stage} data-stage={stage} style={{ flexGrow: ms / all }} />
        ))}
      </span>
      <ul className={classes.legend} aria-label={t("whole.times")}>
        {stages.map(({ stage, ms }) => (
          <li key={stage} data-stage={stage}>
            {t(`results.stage.${stage}`)} <strong>{formats.milliseconds(ms)}</strong>
          </li>
        ))}
        <li>
          <Tooltip label={t("whole.totalText")} multiline maw={260}>
            <span tabIndex={0}>
              {t("whole.total")} <strong>{formats.milliseconds(timings.totalMs)}</strong>
            </span>
          </Tooltip>
        </li>
      </ul>
      {fetchedSecondsAgo !== null && (
        <p className={classes.dim}>
          {t("whole.keptPool", { count: Math.max(1, Math.round(fetchedSecondsAgo)) })}
        </p>
      )}
    </div>
  );
}
