/** Questions and answers: a list, found by their words and by their state, and the one that is open. */
import { Badge, Button, SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import type { Faq } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { ErrorNotice } from "../../../components/ErrorNotice";
import desk from "../desk.module.css";
import { FaqForm } from "./FaqForm";

const PAGE = 100;
/** Typing pauses this long before the list is asked for. Milliseconds. */
const PAUSE_MS = 200;
const STATES = ["all", "ativo", "rascunho", "inativo"] as const;
type State = (typeof STATES)[number];

export function FaqDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<State>("all");
  const [limit, setLimit] = useState(PAGE);
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const status = state === "all" ? null : state;
  const query = useCommandQuery("listFaqs", { text, status, limit }, { placeholderData: keepPreviousData });
  const { rows = [], total = 0 } = query.data ?? {};
  const opened = params.get("faq");
  const show = (faq: string | null) => setParams(faq === null ? {} : { faq });

  return (
    <div className={desk.desk}>
      <div className={desk.side}>
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => show("new")}>
          {t("faqs.new")}
        </Button>
        <TextInput
          type="search"
          aria-label={t("faqs.search")}
          placeholder={t("faqs.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setLimit(PAGE);
          }}
        />
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t("faqs.state")}
          value={state}
          onChange={(value) => setState(value)}
          data={STATES.map((value) => ({ value, label: t(`faqs.states.${value}`) }))}
        />
        {query.error && (
          <ErrorNotice
            title={t("faqs.failed")}
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && <Skeleton height={200} />}
        {query.data && rows.length === 0 && (
          <p className={desk.none}>{text === "" && status === null ? t("faqs.none") : t("faqs.nothing")}</p>
        )}
        <ul className={desk.rows} aria-label={t("faqs.list")}>
          {rows.map((faq) => (
            <Row key={faq.id} faq={faq} open={faq.id === opened} onOpen={() => show(faq.id)} />
          ))}
        </ul>
        {rows.length < total && (
          <Button
            variant="subtle"
            loading={query.isFetching}
            onClick={() => setLimit(Math.min(limit + PAGE, 500))}
          >
            {t("faqs.more", { shown: rows.length, total })}
          </Button>
        )}
      </div>
      <div className={desk.main}>
        {opened === null ? (
          <p className={desk.none}>{t("faqs.pick")}</p>
        ) : (
          <Opened key={opened} id={opened} onSaved={show} onGone={() => show(null)} />
        )}
      </div>
    </div>
  );
}

function Row({ faq, open, onOpen }: { faq: Faq; open: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <li>
      <button type="button" className={desk.row} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          {faq.status !== "ativo" && (
            <Badge size="xs" variant="default" mr={6}>
              {t(`faqs.states.${faq.status}`)}
            </Badge>
          )}
          <DataText text={faq.question} />
        </span>
        <span className={desk.rowNote}>
          <DataText text={faq.answer} />
        </span>
      </button>
    </li>
  );
}

type OpenedProps = { id: string; onSaved: (id: string) => void; onGone: () => void };

function Opened({ id, onSaved, onGone }: OpenedProps) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getFaq", { id }, { enabled: !isNew });
  if (isNew) return <FaqForm stored={null} onSaved={onSaved} onGone={onGone} />;
  if (query.error) {
    return (
      <ErrorNotice
        title={t("faqs.failed")}
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return query.data ? (
    <FaqForm stored={query.data} onSaved={onSaved} onGone={onGone} />
  ) : (
    <Skeleton height={240} />
  );
}
