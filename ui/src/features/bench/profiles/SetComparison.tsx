/** Two profiles on the queries of a stored set: in the mean, by class, and query by query, the worst first. */
import { Button, Table, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { Kind, QuerySetEvaluation } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { useOpenSet } from "../openSet";
import { OpenSetPicker } from "../OpenSetPicker";
import classes from "./ProfilesDesk.module.css";
import { useChance } from "./useChance";

/** `before` and `after` are names of profiles as they are now. */
type Props = { before: string; after: string; kind: Kind };

export function SetComparison({ before, after, kind }: Props) {
  const { t } = useTranslation();
  const handle = useOpenSet(kind);
  const [asked, setAsked] = useState<string | null>(null);
  const set = handle.open?.id ?? null;
  // A set may be large: it is asked when somebody says so, and again when the question changes.
  const question = set === null ? null : `${set} ${before} ${after}`;
  const wanted = question !== null && asked === question;
  const query = useCommandQuery("evaluateQuerySet", { id: set ?? "", before, after }, { enabled: wanted });
  return (
    <section className={classes.section} aria-label={t("setCompare.title")}>
      <h3>{t("setCompare.title")}</h3>
      <div className={classes.ask}>
        <OpenSetPicker handle={handle} />
        {set !== null && (
          <Button
            size="xs"
            variant="default"
            loading={wanted && query.isFetching}
            onClick={() => setAsked(question)}
          >
            {t("setCompare.ask")}
          </Button>
        )}
      </div>
      {wanted &&
        (query.error ? (
          <ErrorNotice
            title={t("setCompare.failed")}
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : query.data ? (
          <Result evaluation={query.data} />
        ) : (
          <Waiting h={160} />
        ))}
    </section>
  );
}

/** Queries shown at first, and added each time. */
const STEP = 15;

function Result({ evaluation }: { evaluation: QuerySetEvaluation }) {
  const { t } = useTranslation();
  const chance = useChance();
  const [shown, setShown] = useState(STEP);
  const { overall, perClass, queries, before, after, unknownRecords } = evaluation;
  const changed = queries.filter(({ delta, case: one }) => delta !== 0 || (one && one.before !== one.after));
  return (
    <>
      <p>
        <strong>{chance(overall)}</strong>{" "}
        {t("setCompare.counts", {
          count: overall.queries,
          better: queries.filter(({ delta }) => delta > 0).length,
          worse: queries.filter(({ delta }) => delta < 0).length,
        })}
      </p>
      <Table.ScrollContainer minWidth={420}>
        <Table verticalSpacing={4} className={classes.table} aria-label={t("setCompare.means")}>
          <Head first={t("setCompare.what")} before={before.profile} after={after.profile} />
          <Table.Tbody>
            <Row
              name={t("gate.overall")}
              before={overall.before}
              after={overall.after}
              note={chance(overall)}
            />
            {Object.entries(perClass).map(([name, change]) => (
              <Row
                key={name}
                name={`${t("gate.class")} ${name}`}
                before={change.before}
                after={change.after}
                note={chance(change)}
              />
            ))}
            <Row name="recall@50" before={before["recall@50"]} after={after["recall@50"]} />
            <Row name="MRR@10" before={before["mrr@10"]} after={after["mrr@10"]} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {unknownRecords.count > 0 && (
        <Text size="xs" c="dimmed">
          {t("setCompare.unknown", { count: unknownRecords.count })}
        </Text>
      )}
      {changed.length === 0 ? (
        <p className={classes.dim}>{t("setCompare.noneChanged")}</p>
      ) : (
        <Table.ScrollContainer minWidth={420}>
          <Table verticalSpacing={4} className={classes.table} aria-label={t("setCompare.queries")}>
            <Head first={t("setCompare.queries")} before={before.profile} after={after.profile} />
            <Table.Tbody>
              {changed.slice(0, shown).map((query) => (
                <Row
                  key={query.id}
                  name={query.query}
                  before={query.before}
                  after={query.after}
                  note={[
                    ...(query.class === null ? [] : [query.class]),
                    ...(query.protected ? [t("setEffect.protected")] : []),
                    ...(query.case?.before && !query.case.after ? [t("gate.noLongerPasses")] : []),
                  ].join(" · ")}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {changed.length > shown && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + STEP)}>
          {t("whole.moreRows", { count: changed.length - shown })}
        </Button>
      )}
    </>
  );
}

function Head({ first, before, after }: { first: string; before: string; after: string }) {
  const { t } = useTranslation();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{first}</Table.Th>
        <Table.Th className={classes.number}>
          <DataText text={before} />
        </Table.Th>
        <Table.Th className={classes.number}>
          <DataText text={after} />
        </Table.Th>
        <Table.Th className={classes.number}>{t("setCompare.delta")}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

type RowProps = { name: string; before: number; after: number; note?: string };

function Row({ name, before, after, note = "" }: RowProps) {
  const formats = useFormats();
  const delta = after - before;
  return (
    <Table.Tr>
      <Table.Td>
        <DataText text={name} />
        {note !== "" && (
          <div className={classes.dim}>
            <DataText text={note} />
          </div>
        )}
      </Table.Td>
      <Table.Td className={classes.number}>{formats.score(before)}</Table.Td>
      <Table.Td className={classes.number}>{formats.score(after)}</Table.Td>
      <Table.Td className={classes.number}>
        <strong className={classes.delta} data-way={delta > 0 ? "up" : delta < 0 ? "down" : "none"}>
          {formats.signed(delta)}
        </strong>
      </Table.Td>
    </Table.Tr>
  );
}
