/** What a query set is about, and of which kind; `children` are further facts. */
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import type { QuerySet } from "./names";
import classes from "./Sets.module.css";

export function SetAbout({ set, children }: { set: QuerySet; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      {set.description && (
        <p className={classes.about}>
          <DataText text={set.description} />
        </p>
      )}
      <ul className={classes.facts}>
        <li>
          <Badge size="sm" variant="light" color="gray">
            {t(`sets.kind.${set.kind}`)}
          </Badge>
        </li>
        {children}
      </ul>
    </>
  );
}
