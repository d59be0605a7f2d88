/** The relations of an item, what the program proposes, and what was refused. */
import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useErrorText } from "../../../components/useErrorText";
import { cleanText } from "../../../lib/text/text";
import { AddRelation } from "./AddRelation";
import { RelationRow } from "./RelationRow";
import classes from "./relations.module.css";
import { useRelationWrites } from "./useRelationWrites";

type Props = { itemId: string; editable: boolean };

export function Relations({ itemId, editable }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const query = useCommandQuery("listItemRelations", { id: itemId });
  const writes = useRelationWrites(itemId);
  const [isRefusedShown, setRefusedShown] = useState(false);
  if (query.error) return <QueryError title={t("relations.failed")} query={query} />;
  if (!query.data) return <Skeleton h={80} aria-busy />;
  const { relations, proposals, refused } = query.data;
  const placeName = (name: string) => ({ name: cleanText(name) });
  return (
    <section className={classes.part} aria-label={t("relations.title")}>
      <h4 className={classes.name}>{t("relations.title")}</h4>
      {relations.length === 0 && proposals.length === 0 && (
        <p className={classes.note}>{t(editable ? "relations.none" : "relations.noneToRead")}</p>
      )}
      {relations.length > 0 && (
        <ul className={classes.rows} aria-label={t("relations.list")}>
          {relations.map((relation) => (
            <RelationRow key={relation.kind + relation.direction + relation.itemId} relation={relation}>
              {editable && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  disabled={writes.saving}
                  aria-label={t("relations.removeOf", placeName(relation.name))}
                  onClick={() => void writes.remove(relation)}
                >
                  {t("relations.remove")}
                </Button>
              )}
            </RelationRow>
          ))}
        </ul>
      )}
      {editable && proposals.length > 0 && (
        <>
          <p className={classes.note}>{t("relations.proposed")}</p>
          <ul className={classes.rows} aria-label={t("relations.proposals")}>
            {proposals.map((relation) => {
              const { kind, itemId: otherId, name } = relation;
              return (
                <RelationRow key={otherId} relation={relation}>
                  <Button
                    size="compact-xs"
                    variant="light"
                    disabled={writes.saving}
                    aria-label={t("relations.confirmOf", placeName(name))}
                    onClick={() => void writes.set({ kind, otherId, name })}
                  >
                    {t("relations.confirm")}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    disabled={writes.saving}
                    aria-label={t("relations.refuseOf", placeName(name))}
                    onClick={() => void writes.set({ kind, otherId, name, status: "refused" })}
                  >
                    {t("relations.refuse")}
                  </Button>
                </RelationRow>
              );
            })}
          </ul>
        </>
      )}
      {writes.error && (
        <p className={classes.refusal} role="alert">
          <DataText text={describe(writes.error)} />
        </p>
      )}
      {editable && <AddRelation itemId={itemId} writes={writes} />}
      {editable && refused.length > 0 && (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            className={classes.more}
            aria-expanded={isRefusedShown}
            onClick={() => setRefusedShown(!isRefusedShown)}
          >
            {t("relations.refused", { count: refused.length })}
          </Button>
          {isRefusedShown && (
            <ul className={classes.rows} aria-label={t("relations.refusedList")}>
              {refused.map((relation) => (
                <RelationRow key={relation.itemId} relation={relation}>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    disabled={writes.saving}
                    aria-label={t("relations.forgetOf", placeName(relation.name))}
                    onClick={() => void writes.remove(relation)}
                  >
                    {t("relations.forget")}
                  </Button>
                </RelationRow>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
