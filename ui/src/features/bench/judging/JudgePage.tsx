/**
 * Judging: one query at a time, its records one card at a time, by keyboard. Blind unless a person
 * wants otherwise: no places, no scores, no source, and an order that says nothing.
 */
import { Button, Progress, Select, Skeleton, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { personalKey } from "../../../lib/person";
import { readStored, writeStored } from "../../../lib/storage";
import { useMyAccount } from "../../../shared/account/useMe";
import { Agreement } from "./Agreement";
import { JudgeQuery } from "./JudgeQuery";
import { BASE, type SetDetail } from "../sets/names";
import classes from "./Judge.module.css";
import pageClasses from "../sets/Sets.module.css";

const JUDGE = "celeiro.judge";

export function JudgePage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  // Judging changes counts all the time; the list of queries stays as it was when the judge came.
  const detail = useCommandQuery("getQuerySet", { id }, { staleTime: Infinity });
  if (detail.data) return <Judging set={detail.data} />;
  return (
    <div className={pageClasses.page}>
      {detail.error ? (
        <QueryError title={t("sets.failed")} query={detail} />
      ) : (
        <Skeleton height={260} radius={10} aria-label={t("sets.loading")} />
      )}
    </div>
  );
}

function Judging({ set }: { set: SetDetail }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [judge, setJudge] = useState(() => readStored(personalKey(JUDGE)) ?? "");
  const [blind, setBlind] = useState(true);
  const [against, setAgainst] = useState<string | null>(null);
  const queries = set.list.filter((query) => !query.skipped);
  const wanted = params.get("q");
  // Where the judge begins stays where it is, though that query is soon no longer without judgments.
  const [start] = useState(() => (queries.find((query) => query.judgedRecords === 0) ?? queries[0])?.id);
  const known = queries.findIndex((query) => query.id === (wanted ?? start));
  const at = Math.max(0, known);
  const query = queries[at];
  const go = (by: number) => {
    const next = queries[at + by];
    if (next) setParams({ q: next.id }, { replace: true });
  };
  // Who is signed in judges in their own name.
  const account = useMyAccount();
  const named = account?.login ?? judge.trim();
  return (
    <div className={pageClasses.page}>
      <div className={pageClasses.bar}>
        <div>
          <Link to={`${BASE}/${set.id}`} className={pageClasses.crumb}>
            <DataText text={set.name} />
          </Link>
          <h2 className={pageClasses.heading}>{t("judge.title")}</h2>
        </div>
        <Options
          isNamed={account !== null}
          judge={judge}
          onJudge={(name) => {
            setJudge(name);
            writeStored(personalKey(JUDGE), name.trim());
          }}
          blind={blind}
          onBlind={setBlind}
          against={against}
          onAgainst={setAgainst}
        />
      </div>
      {set.judges.length > 1 && <Agreement id={set.id} />}
      {!query && <p className={pageClasses.empty}>{t("judge.noQueries")}</p>}
      {query && (
        <>
          <div className={classes.progress}>
            <Button size="compact-sm" variant="default" disabled={at === 0} onClick={() => go(-1)}>
              {t("judge.previous")}
            </Button>
            <Progress
              className={classes.bar}
              value={((at + 1) / queries.length) * 100}
              aria-label={t("judge.queryOf", { at: at + 1, of: queries.length })}
            />
            <span className="tabular">{t("judge.queryOf", { at: at + 1, of: queries.length })}</span>
            <Button
              size="compact-sm"
              variant="default"
              disabled={at === queries.length - 1}
              onClick={() => go(1)}
            >
              {t("judge.next")}
            </Button>
          </div>
          {named === "" ? (
            <p className={pageClasses.empty} role="status">
              {t("judge.nameMissing")}
            </p>
          ) : (
            <JudgeQuery
              // Another query, judge or way to look is another piece of work.
              key={`${query.id} ${named} ${blind} ${against ?? ""}`}
              set={set}
              query={query}
              judge={named}
              blind={blind}
              against={against}
              isLast={at === queries.length - 1}
              onNext={() => go(1)}
            />
          )}
        </>
      )}
    </div>
  );
}

type OptionsProps = {
  /** Who judges is known: there is no name to type. */
  isNamed: boolean;
  judge: string;
  onJudge: (name: string) => void;
  blind: boolean;
  onBlind: (blind: boolean) => void;
  against: string | null;
  onAgainst: (profile: string | null) => void;
};

function Options({ isNamed, judge, onJudge, blind, onBlind, against, onAgainst }: OptionsProps) {
  const { t } = useTranslation();
  const profiles = useCommandQuery("listProfiles", {});
  // A name counts when it is whole: every letter would be another judge.
  const [draft, setDraft] = useState(judge);
  const [touched, setTouched] = useState(false);
  const take = () => {
    setTouched(true);
    onJudge(draft.trim());
  };
  return (
    <div className={classes.options}>
      {!isNamed && (
        <TextInput
          label={t("judge.judge")}
          placeholder={t("judge.judgePlaceholder")}
          size="xs"
          maxLength={120}
          required
          error={judge === "" && draft.trim() === "" && touched ? t("judge.nameMissing") : undefined}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
          }}
        />
      )}
      <Select
        label={t("judge.against")}
        placeholder={t("judge.againstNone")}
        size="xs"
        clearable
        data={profiles.data?.filter((profile) => !profile.active).map((profile) => profile.name) ?? []}
        value={against}
        onChange={onAgainst}
      />
      <Switch
        label={t("judge.blind")}
        checked={blind}
        onChange={(event) => onBlind(event.currentTarget.checked)}
      />
    </div>
  );
}
