/** A profile, or two against each other, on a whole set: which, and what came of it. */
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { ShareEvaluation } from "../../../shared/share/ShareEvaluation";
import { useEvaluation } from "./useEvaluation";
import { EvaluationFrame } from "./EvaluationFrame";
import { EvaluationReport } from "./EvaluationReport";
import { BASE } from "../sets/names";
import classes from "../sets/Sets.module.css";

export function EvaluationPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const [before, after] = [params.get("before"), params.get("after")];
  const asked = useEvaluation({ id, before, after }, true);
  const choose = (name: "before" | "after", profile: string | null) => {
    const next = new URLSearchParams(params);
    if (profile === null) next.delete(name);
    else next.set(name, profile);
    setParams(next, { replace: true });
  };
  const report = asked.isPlaceholderData ? undefined : asked.data;
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div>
          <Link to={`${BASE}/${id}`} className={classes.crumb}>
            {asked.data ? <DataText text={asked.data.set.name} /> : t("bench.tab.sets")}
          </Link>
          <h2 className={classes.heading}>{t("evaluation.title")}</h2>
        </div>
        {report && <ShareEvaluation before={report.before.profile} after={report.after.profile} setId={id} />}
      </div>
      <Profiles before={before} after={after} onChoose={choose} />
      <EvaluationFrame asked={asked}>
        {(evaluation) => <EvaluationReport evaluation={evaluation} />}
      </EvaluationFrame>
    </div>
  );
}

type ProfilesProps = {
  before: string | null;
  after: string | null;
  onChoose: (name: "before" | "after", profile: string | null) => void;
};

function Profiles({ before, after, onChoose }: ProfilesProps) {
  const { t } = useTranslation();
  const profiles = useCommandQuery("listProfiles", {});
  const names = profiles.data?.map((profile) => profile.name) ?? [];
  const active = profiles.data?.find((profile) => profile.active)?.name ?? "";
  return (
    <div className={classes.choices}>
      <Select
        label={t("evaluation.before")}
        placeholder={t("evaluation.active", { name: active })}
        clearable
        data={names}
        value={before}
        onChange={(value) => onChoose("before", value)}
      />
      <Select
        label={t("evaluation.after")}
        placeholder={t("evaluation.afterNone")}
        clearable
        data={names}
        value={after}
        onChange={(value) => onChoose("after", value)}
      />
    </div>
  );
}
