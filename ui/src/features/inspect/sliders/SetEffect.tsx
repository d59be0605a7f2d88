/** What the weights being tried do to the open query set: as a whole, by class, and to which queries. */
import { Button, Collapse, Loader, Text, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RerankedSet, SearchInspection } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import { useOpenSet } from "../../../shared/sets/openSet";
import { OpenSetPicker } from "../../../shared/sets/OpenSetPicker";
import { isMoved, type Draft } from "./draft";
import classes from "./SetEffect.module.css";
import { useRerankSet } from "./useRerank";

type Props = { inspection: SearchInspection; draft: Draft };

export function SetEffect({ inspection, draft }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const handle = useOpenSet(inspection.kind);
  const query = useRerankSet(inspection, draft, handle.open?.id ?? null);
  const moved = isMoved(draft);
  return (
    <section className={classes.box} aria-label={t("setEffect.title")}>
      <OpenSetPicker handle={handle} />
      {handle.open && !moved && (
        <Text size="xs" c="dimmed">
          {t("setEffect.moveFirst")}
        </Text>
      )}
      {handle.open && moved && query.error && (
        <div role="alert" className={classes.failed}>
          <DataText text={describe(query.error)} />
          <Button
            size="compact-xs"
            variant="default"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t("action.retry")}
          </Button>
        </div>
      )}
      {handle.open && moved && !query.error && !query.data && (
        <Text size="xs" c="dimmed" role="status">
          <Loader size={12} mr={6} aria-hidden />
          {t("setEffect.measuring")}
        </Text>
      )}
      {handle.open && moved && query.data && <Effect effect={query.data} />}
    </section>
  );
}

function Effect({ effect }: { effect: RerankedSet }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const delta = effect.after["ndcg@10"] - effect.before["ndcg@10"];
  const classesChanged = Object.entries(effect.perClass)
    .map(([name, { before, after }]) => ({ name, delta: after["ndcg@10"] - before["ndcg@10"] }))
    .filter((one) => Math.abs(one.delta) >= SEEN)
    .toSorted((a, b) => a.delta - b.delta);
  return (
    <div className={classes.effect} role="status">
      <p className={classes.figure}>
        <span>nDCG@10</span>
        <span>
          {formats.decimal(effect.before["ndcg@10"], 4)} → {formats.decimal(effect.after["ndcg@10"], 4)}
        </span>
        <Delta value={delta} />
      </p>
      {effect.casesBefore && effect.casesAfter && (
        <p className={classes.figure}>
          <span>{t("setEffect.cases")}</span>
          <span>
            {effect.casesBefore.passed} → {effect.casesAfter.passed}
          </span>
          <span className={classes.dim}>{t("setEffect.of", { count: effect.casesAfter.count })}</span>
        </p>
      )}
      {classesChanged.map((one) => (
        <p key={one.name} className={classes.figure}>
          <span>
            {t("gate.class")} <DataText text={one.name} />
          </span>
          <span />
          <Delta value={one.delta} />
        </p>
      ))}
      {effect.changedCount > 0 ? (
        <>
          <UnstyledButton className={classes.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevronRight size={14} aria-hidden />
            {t("setEffect.changed", { count: effect.changedCount, all: effect.queries })}
          </UnstyledButton>
          <Collapse expanded={open}>
            <ul className={classes.queries}>
              {effect.changed.map((query) => (
                <li key={query.id}>
                  <span>
                    <DataText text={query.text} />
                    {query.protected && <span className={classes.dim}> · {t("setEffect.protected")}</span>}
                  </span>
                  <Delta value={query.after - query.before} />
                </li>
              ))}
            </ul>
          </Collapse>
        </>
      ) : (
        <Text size="xs" c="dimmed">
          {t("setEffect.nothing", { count: effect.queries, all: effect.queries })}
        </Text>
      )}
      {effect.searchedAgain > 0 && (
        <Text size="xs" c="dimmed">
          {t("setEffect.searchedAgain", { count: effect.searchedAgain })}
        </Text>
      )}
      {effect.leftOut > 0 && (
        <Text size="xs" c="dimmed">
          {t("setEffect.leftOut", { count: effect.leftOut })}
        </Text>
      )}
    </div>
  );
}

/** Smaller differences would be shown as 0. */
const SEEN = 5e-4;

function Delta({ value }: { value: number }) {
  const formats = useFormats();
  const way = Math.abs(value) < SEEN ? "none" : value > 0 ? "up" : "down";
  return (
    <strong className={classes.delta} data-way={way}>
      {formats.signed(value)}
    </strong>
  );
}
