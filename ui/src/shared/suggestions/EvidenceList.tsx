/** What a suggestion rests on: items, which open, and lines of attached files. */
import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../components/DataText";
import classes from "./Assist.module.css";
import type { Evidence } from "./suggestions";

export function EvidenceList({ evidence }: { evidence: Evidence[] }) {
  const { t } = useTranslation();
  if (evidence.length === 0) return null;
  return (
    <ul className={classes.evidence} aria-label={t("assist.evidence")}>
      {evidence.map((one, at) => (
        <li key={`${one.id}-${at}`}>
          {one.type === "item" ? (
            <Anchor component={Link} to={`/catalog/items?item=${one.id}`} inherit>
              <DataText text={one.externalId ? `${one.name} (${one.externalId})` : one.name} />
            </Anchor>
          ) : (
            <DataText text={one.name} />
          )}
          {(one.quote ?? "") !== "" && (
            <>
              {": "}
              <DataText text={one.quote ?? ""} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
