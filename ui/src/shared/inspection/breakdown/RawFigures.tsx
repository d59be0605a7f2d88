/** The raw figures behind a hit: distance, ranks in both lists, and what the lexical search saw. */
import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import type { Hit, LexicalSignals } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import classes from "./RawFigures.module.css";
import { RawHelp, type RawTerm } from "./TermHelp";

type Figure = { key: RawTerm; label: string; value: ReactNode };

export function RawFigures({ hit }: { hit: Hit }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "—" : formats.decimal(value, 6);
  const rank = (value: number | null | undefined) =>
    value === null || value === undefined ? t("raw.notInList") : t("raw.rank", { rank: value });
  const signals = hit.lexicalSignals;

  const figures: Figure[] = [
    { key: "source", label: t("raw.source"), value: t(`source.${hit.source}.name`) },
    { key: "vectorDistance", label: t("raw.vectorDistance"), value: number(hit.vectorDistance) },
    { key: "vectorScore", label: t("raw.vectorScore"), value: number(hit.vectorScore) },
    { key: "vectorRank", label: t("raw.vectorRank"), value: rank(hit.vectorRank) },
    { key: "lexicalScore", label: t("raw.lexicalScore"), value: number(hit.lexicalScore) },
    { key: "lexicalRank", label: t("raw.lexicalRank"), value: rank(hit.lexicalRank) },
  ];
  return (
    <>
      <FigureList figures={figures} />
      {signals && <Signals signals={signals} />}
    </>
  );
}

function FigureList({ figures }: { figures: Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ key, label, value }) => (
        <div key={key}>
          <dt>
            {label} <RawHelp name={key} term={label} />
          </dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Signals({ signals }: { signals: LexicalSignals }) {
  const { t } = useTranslation();
  const words = (values: string[]) => (values.length === 0 ? "—" : <DataText text={values.join(", ")} />);
  return (
    <>
      <h4 className={classes.heading}>
        {t("raw.tokens")} <RawHelp name="tokens" term={t("raw.tokens")} />
      </h4>
      <ul className={classes.tokens}>
        {signals.queryTokens.map((token, index) => (
          <li key={index}>
            <TokenMatches token={token} signals={signals} />
          </li>
        ))}
      </ul>
      <FigureList
        figures={[
          { key: "cultures", label: t("raw.cultures"), value: words(signals.cultures) },
          { key: "treatments", label: t("raw.treatments"), value: words(signals.treatments) },
          {
            key: "pair",
            label: t("raw.pair"),
            value: signals.hasCultureTreatmentPair ? t("value.yes") : t("value.no"),
          },
          {
            key: "typoTolerant",
            label: t("raw.typoTolerant"),
            value: signals.typoTolerant ? t("value.yes") : t("value.no"),
          },
        ]}
      />
    </>
  );
}

/** One token of the query: the fields it hit, and by which other word where it was not itself. */
function TokenMatches({ token, signals }: { token: string; signals: LexicalSignals }) {
  const { t } = useTranslation();
  const matches = signals.fields.filter((field) => field.token === token);
  const hit = signals.tokensHit.includes(token);
  return (
    <>
      <strong className={classes.token} data-hit={hit || undefined}>
        <DataText text={token} />
      </strong>{" "}
      {matches.length === 0 ? (
        <span className={classes.none}>{t("raw.noField")}</span>
      ) : (
        matches.map(({ field, term, synonym, typo }, index) => (
          <span key={index} className={classes.match}>
            {t(`field.${field}`)}
            {(synonym || typo) && (
              <>
                {" "}
                ({t(synonym ? "raw.bySynonym" : "raw.byTypo")} <DataText text={term} />)
              </>
            )}
          </span>
        ))
      )}
    </>
  );
}
