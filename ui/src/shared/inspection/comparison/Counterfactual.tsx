/**
 * What would put the one that stands below above the other: the smallest change of one weight and what
 * else it would turn, or that no weight does and which field decides.
 */
import { Anchor, Button, Text, UnstyledButton } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconArrowsExchange, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import type {
  CounterfactualAnswer,
  QuerySetSummary,
  RecordStanding,
  ScoreRow,
  SearchRequest,
  TurnedPair,
} from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { useOpenSet } from "../../sets/openSet";
import { useKnobNames } from "../../profile/useKnobNames";
import classes from "./Counterfactual.module.css";

type Props = {
  search: SearchRequest;
  a: RecordStanding;
  b: RecordStanding;
  /** What sets the two apart, to name the row that decides. */
  difference: readonly ScoreRow[];
  onTry: (path: string, value: number) => void;
};

export function Counterfactual({ search, a, b, difference, onTry }: Props) {
  const { t } = useTranslation();
  const [above, below] = (a.place ?? 0) < (b.place ?? 0) ? [a, b] : [b, a];
  const { open } = useOpenSet(search.kind ?? "items");
  const query = useCommandQuery("counterfactual", {
    search,
    above: idOf(above),
    below: idOf(below),
    setId: open?.id ?? null,
  });
  const letter = below === b ? "B" : "A";
  return (
    <section className={classes.box} aria-label={t("counter.title", { letter })}>
      <h4>
        <IconArrowsExchange size={16} aria-hidden />
        {t("counter.title", { letter })}
      </h4>
      {query.error ? (
        <QueryError title={t("counter.failed")} query={query} />
      ) : !query.data ? (
        <Waiting h={48} />
      ) : (
        <Answer
          answer={query.data}
          search={search}
          below={below}
          letter={letter}
          difference={difference}
          open={open}
          onTry={onTry}
        />
      )}
    </section>
  );
}

type AnswerProps = Pick<Props, "search" | "difference" | "onTry"> & {
  answer: CounterfactualAnswer;
  below: RecordStanding;
  letter: "A" | "B";
  /** The query set that the change was tried on too. */
  open: QuerySetSummary | null;
};

function Answer({ answer, search, below, letter, difference, open, onTry }: AnswerProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { nameAt } = useKnobNames();
  if (answer.outcome === "already") return <Text size="sm">{t("counter.already")}</Text>;
  if (answer.outcome === "noWeight") {
    return <NoWeight answer={answer} search={search} below={below} letter={letter} difference={difference} />;
  }
  const { knob, from, to } = answer;
  const kind = search.kind ?? "items";
  return (
    <>
      <p className={classes.weight}>
        <strong>{nameAt(`${kind}.${knob}`)}</strong>
        <span className={classes.change}>
          {formats.decimal(from, 4)} → {formats.decimal(to, 4)}
        </span>
      </p>
      <Text size="xs" c="dimmed">
        {t("counter.smallest")}
      </Text>
      <TurnedOrder answer={answer} />
      {open && (
        <Text size="xs" c="dimmed">
          {t("counter.alsoOn")} <DataText text={open.name} />
        </Text>
      )}
      <Button
        size="xs"
        variant="light"
        leftSection={<IconAdjustmentsHorizontal size={15} aria-hidden />}
        onClick={() => onTry(knob, to)}
        className={classes.try}
      >
        {t("counter.try")}
      </Button>
    </>
  );
}

/** What else the change would turn: how many, and which. */
function TurnedOrder({ answer }: { answer: CounterfactualAnswer }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { turnedHere, turned, untried, leftOut, pairs } = answer;
  const all = turnedHere + turned;
  if (all === 0) return <Text size="sm">{t("counter.nothingElse")}</Text>;
  return (
    <div>
      <UnstyledButton className={classes.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChevronRight size={14} aria-hidden />
        {t("counter.turned", { count: all })}
      </UnstyledButton>
      {open && (
        <ul className={classes.pairs}>
          {pairs.map((pair, index) => (
            <Pair key={index} pair={pair} told={index >= turnedHere} />
          ))}
        </ul>
      )}
      {open && pairs.length < all && (
        <Text size="xs" c="dimmed">
          {t("counter.firstPairs", { count: pairs.length })}
        </Text>
      )}
      {leftOut > 0 && (
        <Text size="xs" c="dimmed">
          {t("setEffect.leftOut", { count: leftOut })}
        </Text>
      )}
      {untried > 0 && (
        <Text size="xs" c="dimmed">
          {t("counter.untried", { count: untried })}
        </Text>
      )}
    </div>
  );
}

/** `told`: the pair belongs to another query, which is named. */
function Pair({ pair, told }: { pair: TurnedPair; told: boolean }) {
  const { t } = useTranslation();
  return (
    <li>
      {told && (
        <span className={classes.query}>
          <DataText text={pair.query} />:{" "}
        </span>
      )}
      <DataText text={pair.below.title} /> <span className={classes.dim}>{t("counter.wouldPass")}</span>{" "}
      <DataText text={pair.above.title} />
    </li>
  );
}

function NoWeight({ answer, search, below, letter, difference }: Omit<AnswerProps, "onTry" | "open">) {
  const { t } = useTranslation();
  if (answer.outcome !== "noWeight") return null;
  const { decides } = answer;
  const row = difference.find(({ name }) => name === decides?.row);
  const field = decides?.field?.replace(/^field\./, "");
  const item = below.item;
  return (
    <>
      <Text size="sm">{t("counter.noWeight")}</Text>
      {decides && (
        <p className={classes.decides}>
          {t("counter.decides")} <DataText text={row?.detail ?? decides.row} />
          {field !== undefined && isField(field) && (
            <> ({t("counter.inField", { field: t(`field.${field}`) })})</>
          )}
        </p>
      )}
      {(search.kind ?? "items") === "items" && item && (
        <Anchor component={Link} size="sm" to={`/catalog/items?${new URLSearchParams({ item: item.id })}`}>
          {field !== undefined && isField(field)
            ? t("counter.editField", { field: t(`field.${field}`), letter })
            : t("counter.editItem", { letter })}
        </Anchor>
      )}
    </>
  );
}

const FIELDS = [
  "name",
  "description",
  "category",
  "manufacturer",
  "tags",
  "attributes",
  "notes",
  "strongAttributes",
  "question",
  "answer",
] as const;

function isField(name: string): name is (typeof FIELDS)[number] {
  return (FIELDS as readonly string[]).includes(name);
}

function idOf(standing: RecordStanding): string {
  return standing.item?.id ?? standing.faq?.id ?? "";
}
