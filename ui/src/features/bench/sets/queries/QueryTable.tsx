/** The queries of a set, each with what is known of it. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fold } from "../../../../lib/text/text";
import { QueryRow } from "./QueryRow";
import type { Evaluation, SetDetail } from "../names";
import classes from "../Sets.module.css";

/** Rows drawn at once; a set may have ten thousand. */
const PAGE = 100;

type Props = { set: SetDetail; evaluation: Evaluation | null };

export function QueryTable({ set, evaluation }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [shown, setShown] = useState(PAGE);
  const figures = new Map(evaluation?.queries.map((query) => [query.id, query]));
  const wanted = fold(text.trim());
  const found = set.list.filter(
    (query) => wanted === "" || fold(`${query.query} ${query.class ?? ""} ${query.key}`).includes(wanted),
  );
  return (
    <>
      {set.list.length > 10 && (
        <TextInput
          mb={10}
          aria-label={t("sets.filter")}
          placeholder={t("sets.filter")}
          leftSection={
            <ActionIcon component="span" variant="transparent" aria-hidden>
              <IconSearch size={15} />
            </ActionIcon>
          }
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("sets.queriesOf")}>
        <table className={`${classes.table} ${classes.queries}`}>
          <thead>
            <tr>
              <th scope="col">{t("sets.column.query")}</th>
              <th scope="col">{t("sets.column.class")}</th>
              <th scope="col">{t("sets.column.protection")}</th>
              <th scope="col" className={classes.number} title={t("sets.judgedText")}>
                {t("sets.column.judged")}
              </th>
              <th scope="col" className={classes.number}>
                nDCG@10
              </th>
              {set.cases > 0 && <th scope="col">{t("sets.column.test")}</th>}
              <th scope="col">
                <span className="visually-hidden">{t("sets.column.tools")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, shown).map((query) => (
              <QueryRow key={query.id} set={set} query={query} figures={figures.get(query.key) ?? null} />
            ))}
          </tbody>
        </table>
        {found.length > shown && (
          <p className={classes.more}>
            <Button variant="subtle" size="xs" onClick={() => setShown(shown + PAGE)}>
              {t("sets.showMore", { count: found.length - shown })}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
