/** What search compares and what a model is given of this record, as they are: for reading only. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { Item } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { QueryError } from "../../../../components/QueryError";
import { Disclosure } from "../../../../shared/forms/Disclosure";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import classes from "./IndexedText.module.css";

export function IndexedText({ item }: { item: Item }) {
  const { t } = useTranslation();
  return (
    <Disclosure title={t("itemForm.indexed.title")}>
      <Texts id={item.id} active={item.status === "ativo"} />
    </Disclosure>
  );
}

const SOURCES = ["item", "file", "note"] as const;

function isSource(name: string): name is (typeof SOURCES)[number] {
  return (SOURCES as readonly string[]).includes(name);
}

function Texts({ id, active }: { id: string; active: boolean }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const query = useCommandQuery("itemText", { id });
  if (query.error) return <QueryError title={t("itemForm.indexed.failed")} query={query} />;
  if (!query.data) return <Skeleton h={60} aria-busy />;
  return (
    <>
      {!active && <p className={classes.remark}>{t("itemForm.indexed.inactive")}</p>}
      <h4 className={classes.title}>{t("itemForm.indexed.words")}</h4>
      <dl className={classes.fields}>
        {query.data.fields.map(({ field, text }) => (
          <div key={field}>
            <dt>{label(field)}</dt>
            <dd>
              <DataText text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <h4 className={classes.title}>
        {t("itemForm.indexed.passages", { count: query.data.passages.length })}
      </h4>
      <ol className={classes.passages}>
        {query.data.passages.map((passage) => (
          <li key={`${passage.source}${passage.chunk}`}>
            {isSource(passage.source) && (
              <span className={classes.source}>{t(`itemForm.indexed.from.${passage.source}`)}</span>
            )}
            <DataText text={passage.text} multiline />
          </li>
        ))}
      </ol>
    </>
  );
}
