/** What people looked for and did not get, the most frequent first, and what is done about it. */
import { Button, Chip, Group, SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { FirstStep } from "../FirstStep";
import { NothingThere } from "../NothingThere";
import { LogOff } from "../queries/LogOff";
import { GapRow } from "./GapRow";
import classes from "./Gaps.module.css";
import { REASONS, STATES, type GapPage, type GapReason, type GapState } from "./reasons";

const PAGE = 50;
/** Typing pauses this long before it is looked for. Milliseconds. */
const PAUSE_MS = 250;
/** How soon the list is asked again while gaps are still being run again. Milliseconds. */
const AGAIN_MS = 3_000;

export function GapsDesk() {
  const { t } = useTranslation();
  const [state, setState] = useState<GapState>("open");
  const [reason, setReason] = useState<GapReason | null>(null);
  const [typed, setTyped] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useCommandQuery(
    "listGaps",
    { state, reason, text: text === "" ? null : text, limit },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchInterval: (query) => ((query.state.data?.unchecked ?? 0) > 0 ? AGAIN_MS : false),
    },
  );
  const choose = (next: () => void) => {
    next();
    setLimit(PAGE);
  };

  return (
    <div className={classes.desk}>
      <p className={classes.lead}>{t("bench.gaps.lead")}</p>
      <Group gap="sm" className={classes.filters}>
        <SegmentedControl
          aria-label={t("bench.gaps.state.label")}
          value={state}
          data={STATES.map((one) => ({ value: one, label: t(`bench.gaps.state.${one}`) }))}
          onChange={(next) => choose(() => setState(next))}
        />
        <TextInput
          type="search"
          className={classes.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-label={t("bench.gaps.find")}
          placeholder={t("bench.gaps.find")}
          value={typed}
          onChange={(event) => choose(() => setTyped(event.currentTarget.value))}
        />
      </Group>
      <Reasons page={query.data} chosen={reason} onChoose={(next) => choose(() => setReason(next))} />
      <QueryError title={t("bench.gaps.failed")} query={query} />
      {query.isPending && <Waiting />}
      {query.data && (
        <List
          page={query.data}
          state={state}
          filtered={reason !== null || text !== ""}
          busy={query.isFetching}
          onMore={() => setLimit(limit + PAGE)}
        />
      )}
    </div>
  );
}

type ReasonsProps = {
  page: GapPage | undefined;
  chosen: GapReason | null;
  onChoose: (reason: GapReason | null) => void;
};

/** Narrows the list to one reason; the numbers are of open gaps. */
function Reasons({ page, chosen, onChoose }: ReasonsProps) {
  const { t } = useTranslation();
  const count = (reason: GapReason) => page?.byReason.find((one) => one.reason === reason)?.count ?? 0;
  return (
    <Group gap={6} role="group" aria-label={t("bench.gaps.reason.label")}>
      {REASONS.map((reason) => (
        <Chip
          key={reason}
          size="xs"
          checked={chosen === reason}
          onChange={(on) => onChoose(on ? reason : null)}
        >
          {t(`bench.gaps.reason.${reason}`)} ({count(reason)})
        </Chip>
      ))}
    </Group>
  );
}

type ListProps = { page: GapPage; state: GapState; filtered: boolean; busy: boolean; onMore: () => void };

function List({ page, state, filtered, busy, onMore }: ListProps) {
  const { t } = useTranslation();
  const isBeginning = !filtered && state === "open";
  return (
    <>
      {!page.enabled && <LogOff />}
      {page.unchecked > 0 && (
        <p className={classes.hint} role="status">
          {t("bench.gaps.unchecked", { count: page.unchecked })}
        </p>
      )}
      {page.gaps.length === 0 ? (
        <NothingThere
          title={t(filtered ? "bench.gaps.nothing" : `bench.gaps.empty.${state}`)}
          hint={isBeginning ? t("bench.gaps.emptyHint") : null}
        >
          {isBeginning && page.enabled && <FirstStep to="search" />}
        </NothingThere>
      ) : (
        <ul className={classes.list} aria-label={t("bench.gaps.list")}>
          {page.gaps.map((gap) => (
            <GapRow key={gap.id} gap={gap} />
          ))}
        </ul>
      )}
      {page.gaps.length < page.total && (
        <Button variant="subtle" loading={busy} onClick={onMore}>
          {t("bench.gaps.more", { shown: page.gaps.length, total: page.total })}
        </Button>
      )}
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} aria-busy aria-label={t("search.loading")}>
      {[1, 2, 3].map((one) => (
        <Skeleton key={one} h={88} radius="md" />
      ))}
    </div>
  );
}
