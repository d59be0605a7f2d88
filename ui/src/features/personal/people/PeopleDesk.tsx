/** People: found by what is typed, misspelt or not, and the one that is open. */
import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { useLanguage } from "../../../i18n/language";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { useGoneDraft } from "../form/useGoneDraft";
import { RowList } from "../RowList";
import { ExportPart } from "../table/ExportPart";
import type { Person } from "./draft";
import { PersonForm } from "./PersonForm";
import { PersonRow } from "./PersonRow";

const PAGE = 100;
/** The most that the program lists at once. */
const MOST = 500;
/** Typing pauses this long before the list is asked for. Milliseconds. */
const PAUSE_MS = 200;
const DAYS_OF_A_YEAR = 366;

export function PeopleDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useCommandQuery(
    "listPeople",
    { ...(text !== "" && { text }), limit },
    { placeholderData: keepPreviousData },
  );
  const birthdays = useCommandQuery("listBirthdays", { days: DAYS_OF_A_YEAR });
  const { rows = [], total = 0 } = query.data ?? {};
  const opened = params.get("person");
  const show = (person: string | null) => setParams(person === null ? {} : { person });
  const form = useFormKey(opened);
  const client = useQueryClient();
  const language = useLanguage();
  const showMade = (person: Person) => {
    // What was new is read next, and is known.
    client.setQueryData(["getPerson", language, { id: person.id }], person);
    form.noteStored(person.id);
    show(person.id);
  };
  return (
    <DeskPanes
      open={opened}
      back={t("personal.people.back")}
      onBack={() => show(null)}
      list={
        <>
          <ListHead
            add={t("personal.people.new")}
            onAdd={() => (opened === "new" ? focusNewForm() : show("new"))}
            search={t("personal.people.search")}
            text={typed}
            onText={(next) => {
              setTyped(next);
              setLimit(PAGE);
            }}
            query={query}
            failed={t("personal.people.failed")}
          >
            {null}
          </ListHead>
          {query.data && rows.length === 0 && (
            <p className={desk.none}>{t(text === "" ? "personal.people.none" : "personal.people.nothing")}</p>
          )}
          <RowList
            label={t("personal.people.list")}
            total={total}
            isLoading={query.isFetching}
            {...(limit < MOST && { onMore: () => setLimit(limit + PAGE) })}
            groups={[
              {
                rows: rows.map((person) => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    birthday={birthdays.data?.find(({ personId }) => personId === person.id)}
                    open={person.id === opened}
                    onOpen={() => show(person.id)}
                  />
                )),
              },
            ]}
          />
          <ExportPart part="people" />
        </>
      }
    >
      {opened === null ? (
        <p className={desk.none}>{t("personal.people.pick")}</p>
      ) : (
        <OpenedPerson key={form.key} id={opened} onMade={showMade} onGone={() => show(null)} />
      )}
    </DeskPanes>
  );
}

type OpenedProps = { id: string; onMade: (stored: Person) => void; onGone: () => void };

function OpenedPerson({ id, onMade, onGone }: OpenedProps) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getPerson", { id }, { enabled: !isNew });
  const gone = useGoneDraft<Person>("person", id, query);
  if (isNew || query.data || gone)
    return (
      <PersonForm
        stored={isNew ? null : (query.data ?? gone?.base ?? null)}
        gone={gone?.error ?? null}
        onMade={onMade}
        onGone={onGone}
      />
    );
  return query.error ? (
    <QueryError title={t("personal.people.failed")} query={query} />
  ) : (
    <Skeleton height={240} />
  );
}
