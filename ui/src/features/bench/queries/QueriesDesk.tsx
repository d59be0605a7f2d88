/** Past searches and answers, newest first, found by their words; each opens in the inspector. */
import { Button, Group, Select, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { FirstStep } from "../FirstStep";
import { NothingThere } from "../NothingThere";
import { SCOPES, type QueryScope } from "../gaps/reasons";
import { DeleteQueries } from "../../../shared/queries/DeleteQueries";
import { LogOff } from "./LogOff";
import classes from "./Queries.module.css";
import { QueryTable } from "./QueryTable";

const PAGE = 100;
/** Most that one request gives. */
const MOST = 200;
/** Typing pauses this long before it is looked for. Milliseconds. */
const PAUSE_MS = 250;

export function QueriesDesk() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [scope, setScope] = useState<QueryScope | null>(null);
  const [offset, setOffset] = useState(0);
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useCommandQuery(
    "listQueries",
    { text: text === "" ? null : text, scope, offset, limit: Math.min(PAGE, MOST) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const choose = (next: () => void) => {
    next();
    setOffset(0);
  };

  return (
    <div className={classes.desk}>
      <p className={classes.lead}>{t("bench.queries.lead")}</p>
      <Group gap="sm" className={classes.filters}>
        <TextInput
          type="search"
          className={classes.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-label={t("bench.queries.find")}
          placeholder={t("bench.queries.find")}
          value={typed}
          onChange={(event) => choose(() => setTyped(event.currentTarget.value))}
        />
        <Select
          aria-label={t("bench.queries.scope")}
          className={classes.scope}
          value={scope ?? "all"}
          data={["all" as const, ...SCOPES].map((one) => ({ value: one, label: t(`bench.scope.${one}`) }))}
          onChange={(next) => choose(() => setScope(next === "all" ? null : next))}
        />
        <DeleteQueries total={query.data?.total ?? 0} />
      </Group>
      <QueryError title={t("bench.queries.failed")} query={query} />
      {query.isPending && <Skeleton h={240} aria-busy aria-label={t("search.loading")} />}
      {query.data && (
        <Page
          page={query.data}
          filtered={text !== "" || scope !== null}
          offset={offset}
          onOffset={setOffset}
        />
      )}
    </div>
  );
}

type PageProps = {
  page: Data<"listQueries">;
  filtered: boolean;
  offset: number;
  onOffset: (offset: number) => void;
};

function Page({ page, filtered, offset, onOffset }: PageProps) {
  const { t } = useTranslation();
  const last = offset + page.queries.length;
  return (
    <>
      {!page.enabled && <LogOff />}
      {page.dropped > 0 && (
        <p className={classes.lead}>{t("bench.queries.dropped", { count: page.dropped })}</p>
      )}
      {page.queries.length === 0 ? (
        <NothingThere
          title={t(filtered ? "bench.queries.nothing" : "bench.queries.empty")}
          hint={filtered ? null : t("bench.queries.emptyHint")}
        >
          {!filtered && page.enabled && <FirstStep to="search" />}
        </NothingThere>
      ) : (
        <QueryTable queries={page.queries} />
      )}
      {page.total > page.queries.length && (
        <Group gap="sm" role="group" aria-label={t("bench.queries.pages")}>
          <Button
            size="xs"
            variant="default"
            disabled={offset === 0}
            onClick={() => onOffset(Math.max(0, offset - PAGE))}
          >
            {t("bench.queries.newer")}
          </Button>
          <span className="tabular">
            {t("bench.queries.range", { first: offset + 1, last, total: page.total })}
          </span>
          <Button
            size="xs"
            variant="default"
            disabled={last >= page.total}
            onClick={() => onOffset(offset + PAGE)}
          >
            {t("bench.queries.older")}
          </Button>
        </Group>
      )}
    </>
  );
}
