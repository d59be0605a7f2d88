/** Questions and answers: a list, found by words, state and approval, and the one that is open. */
import { Button, Group, NativeSelect, SegmentedControl, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import type { Req } from "../../../api/command";
import type { Faq } from "../../../api/types";
import { QueryError } from "../../../components/QueryError";
import { useLanguage } from "../../../i18n/language";
import { RoleNotice } from "../../../shared/account/RoleNotice";
import { useMay } from "../../../shared/account/useMe";
import { FaqDetails } from "../../../shared/record/FaqDetails";
import { StartCatalog } from "../../../shared/catalog/StartCatalog";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { ListHead } from "../../../shared/desk/ListHead";
import { focusNewForm } from "../../../shared/desk/firstField";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { useOpenedRecord } from "../shared/record/useOpenedRecord";
import { FaqForm } from "./FaqForm";
import { FaqList } from "./FaqList";

const PAGE = 100;
/** Typing pauses this long before the list is asked for. Milliseconds. */
const PAUSE_MS = 200;
const STATES = ["all", "ativo", "rascunho", "inativo"] as const;
type State = (typeof STATES)[number];
const APPROVALS = ["all", "approved", "changed", "none", "toDo"] as const;
type Approval = (typeof APPROVALS)[number];
const ORDERS = ["newest", "question", "lately", "longAgo"] as const;
type Order = (typeof ORDERS)[number];
type Query = Req<"faqGrid">;

/** Builds the query of the FAQ list from its text, filters and order. */
function queryOf(text: string, state: State, approval: Approval, order: Order): Query {
  const is = (column: string, ...values: string[]) => ({ column, test: "is" as const, values });
  const filters = [
    ...(state === "all" ? [] : [is("status", state)]),
    ...(approval === "all"
      ? []
      : [approval === "toDo" ? is("approval", "none", "changed") : is("approval", approval)]),
  ];
  const sort = {
    newest: [],
    question: [{ column: "question", descending: false }],
    lately: [{ column: "approvedAt", descending: true }],
    longAgo: [{ column: "approvedAt", descending: false }],
  }[order];
  return { ...(text !== "" && { text }), filters, sort };
}

export function FaqDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<State>("all");
  const [approval, setApproval] = useState<Approval>("all");
  const [order, setOrder] = useState<Order>("newest");
  const [limit, setLimit] = useState(PAGE);
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const asked = { ...queryOf(text, state, approval, order), limit };
  const query = useCommandQuery("faqGrid", asked, { placeholderData: keepPreviousData });
  const filtered = text !== "" || state !== "all" || approval !== "all";
  const { rows = [], total = 0 } = query.data ?? {};
  const opened = params.get("faq");
  const show = (faq: string | null) => setParams(faq === null ? {} : { faq });
  const form = useFormKey(opened);
  const mayEdit = useMay("edit");
  const client = useQueryClient();
  const language = useLanguage();
  const showMade = (faq: Faq) => {
    // What was new is read next, and is known.
    client.setQueryData(["getFaq", language, { id: faq.id }], faq);
    form.noteStored(faq.id);
    show(faq.id);
  };

  return (
    <DeskPanes
      open={opened}
      back={t("faqs.back")}
      onBack={() => show(null)}
      list={
        <>
          <ListHead
            add={t("faqs.new")}
            onAdd={mayEdit ? () => (opened === "new" ? focusNewForm() : show("new")) : null}
            search={t("faqs.search")}
            text={typed}
            onText={(text) => {
              setTyped(text);
              setLimit(PAGE);
            }}
            query={query}
            failed={t("faqs.failed")}
          >
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t("faqs.state")}
              value={state}
              onChange={(value) => setState(value)}
              data={STATES.map((value) => ({ value, label: t(`faqs.states.${value}`) }))}
            />
            <Group grow gap={8}>
              <NativeSelect
                size="xs"
                aria-label={t("faqs.approval.title")}
                value={approval}
                onChange={(event) => setApproval(event.currentTarget.value as Approval)}
                data={APPROVALS.map((value) => ({ value, label: t(`faqs.approval.filter.${value}`) }))}
              />
              <NativeSelect
                size="xs"
                aria-label={t("faqs.order.title")}
                value={order}
                onChange={(event) => setOrder(event.currentTarget.value as Order)}
                data={ORDERS.map((value) => ({ value, label: t(`faqs.order.${value}`) }))}
              />
            </Group>
          </ListHead>
          {query.data && rows.length === 0 && (
            <div className={desk.none}>
              <p>{t(filtered ? "faqs.nothing" : "faqs.none")}</p>
              {!filtered && <StartCatalog justify="flex-start" kind="faqs" />}
            </div>
          )}
          <FaqList faqs={rows.map(({ faq }) => faq)} opened={opened} onOpen={show} />
          {rows.length < total && (
            <Button
              variant="subtle"
              loading={query.isFetching}
              onClick={() => setLimit(Math.min(limit + PAGE, 500))}
            >
              {t("faqs.more", { shown: rows.length, total })}
            </Button>
          )}
        </>
      }
    >
      {opened === null ? (
        <p className={desk.none}>{t("faqs.pick")}</p>
      ) : (
        <OpenedFaq key={form.key} id={opened} onMade={showMade} onGone={() => show(null)} />
      )}
    </DeskPanes>
  );
}

type OpenedProps = { id: string; onMade: (stored: Faq) => void; onGone: () => void };

function OpenedFaq({ id, onMade, onGone }: OpenedProps) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getFaq", { id }, { enabled: !isNew });
  // What was read once is edited on, even where reading it again has failed.
  const { stored, isGone } = useOpenedRecord({ kind: "faq", id }, query);
  const mayEdit = useMay("edit");
  if (!mayEdit && isNew) return <RoleNotice access="edit" />;
  if (!mayEdit && stored) return <FaqDetails faq={stored} terms={[]} onInspect={undefined} />;
  // In one place for both, so that a new question keeps its form as it is stored.
  if (isNew || stored)
    return <FaqForm stored={isNew ? null : stored} isGone={isGone} onMade={onMade} onGone={onGone} />;
  return query.error ? <QueryError title={t("faqs.failed")} query={query} /> : <Skeleton height={240} />;
}
