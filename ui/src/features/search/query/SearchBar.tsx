/** The top of the search page: the box, the options, and (where there is no room beside) the filters' door. */
import { Button, Indicator } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Kind, SearchResponse } from "../../../api/types";
import { useEver } from "../../../lib/hooks/useEver";
import { AdvancedOptions } from "./AdvancedOptions";
import { ActiveFilters, FilterDrawer } from "../lazyParts";
import { QueryBox } from "./QueryBox";
import { rememberQuery } from "./recentQueries";
import classes from "./SearchBar.module.css";
import { countFilters } from "../../../shared/search/searchState";
import type { SearchStateHandle } from "../useSearchState";

type Props = {
  kind: Kind;
  handle: SearchStateHandle;
  busy: boolean;
  filtersBeside: boolean | undefined;
  response: SearchResponse | undefined;
  /** Enter: the search was made on purpose. */
  onSubmit: (query: string) => void;
  onLeave: () => void;
};

export function SearchBar({ kind, handle, busy, filtersBeside, response, onSubmit, onLeave }: Props) {
  const { t } = useTranslation();
  const { state, change, type } = handle;
  const [open, drawer] = useDisclosure(false);
  const everOpen = useEver(open);
  const filters = countFilters(state);

  const submit = (query: string) => {
    rememberQuery(kind, query);
    if (query !== state.query) change({ query, open: null, why: null });
    onSubmit(query);
  };

  return (
    <header className={classes.bar}>
      <div className={classes.row} role="search">
        <QueryBox
          kind={kind}
          query={state.query}
          busy={busy}
          onType={type}
          onSubmit={submit}
          onLeave={onLeave}
        />
        {!filtersBeside && (
          <Indicator label={filters} size={17} disabled={filters === 0} color="mata">
            <Button
              variant="default"
              h={42}
              px={12}
              onClick={drawer.open}
              aria-label={t("filters.open", { count: filters })}
              leftSection={<IconFilter size={18} aria-hidden />}
              className={classes.filters}
            >
              <span>{t("filters.title")}</span>
            </Button>
          </Indicator>
        )}
        <AdvancedOptions state={state} onChange={change} />
      </div>
      {filters > 0 && (
        <Suspense>
          <ActiveFilters state={state} onChange={change} />
        </Suspense>
      )}
      {!filtersBeside && everOpen && (
        <Suspense>
          <FilterDrawer
            opened={open}
            onClose={drawer.close}
            kind={kind}
            state={state}
            response={response}
            onChange={change}
          />
        </Suspense>
      )}
    </header>
  );
}
