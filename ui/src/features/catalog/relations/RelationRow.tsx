/** A relation: what it is, the other item, and what can be done with it. */
import { Anchor, Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../components/DataText";
import { itemAddress } from "../../../shared/catalog/address";
import classes from "./relations.module.css";
import type { Relation } from "./useRelationWrites";

type Props = { relation: Relation; children: ReactNode };

export function RelationRow({ relation, children }: Props) {
  const { t } = useTranslation();
  const { kind, direction, itemId, name, externalId, manufacturer, itemStatus, evidence } = relation;
  const facts = [externalId, manufacturer, evidence].filter((fact) => fact);
  return (
    <li className={classes.row}>
      <span className={classes.kind}>
        {t(direction === "incoming" ? "itemField.relation.replaced_by" : `itemField.relation.${kind}`)}
      </span>
      <span className={classes.other}>
        <Anchor inherit component={Link} to={itemAddress(itemId)}>
          <DataText text={name} />
        </Anchor>
        {itemStatus !== "ativo" && (
          <Badge size="sm" variant="light" color="gray" ml={6} tt="none">
            {t(`record.status.${itemStatus}`)}
          </Badge>
        )}
        {facts.length > 0 && (
          <span className={classes.facts}>
            <DataText text={facts.join(" · ")} />
          </span>
        )}
      </span>
      <span className={classes.acts}>{children}</span>
    </li>
  );
}
