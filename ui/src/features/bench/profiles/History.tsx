/** How a profile came to be, and when it was in force: by whom, why, and what the gate measured. */
import { Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ProfileDetail } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useActorName } from "../../../shared/changes/useActorName";
import { GateFigures } from "./activation/GateFigures";
import classes from "./ProfilesDesk.module.css";

export function Versions({ detail }: { detail: ProfileDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  return (
    <section className={classes.section}>
      <h3>{t("profiles.versions")}</h3>
      <Table.ScrollContainer minWidth={300}>
        <Table verticalSpacing={5} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("profiles.column.version")}</Table.Th>
              <Table.Th>{t("profiles.column.when")}</Table.Th>
              <Table.Th>{t("profiles.column.who")}</Table.Th>
              <Table.Th>{t("profiles.column.why")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {detail.versions.map(({ version, author, reason, createdAt }) => (
              <Table.Tr key={version}>
                <Table.Td className="tabular">v{version}</Table.Td>
                <Table.Td className={classes.when}>{formats.dateTime(createdAt)}</Table.Td>
                <Table.Td className={classes.who}>
                  <DataText text={actorName(author)} />
                </Table.Td>
                <Table.Td>
                  {reason === "" ? (
                    <span className={classes.dim}>{t("profiles.noReason")}</span>
                  ) : (
                    <DataText text={reason} />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

export function Activations({ detail }: { detail: ProfileDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  return (
    <section className={classes.section}>
      <h3>{t("profiles.activations")}</h3>
      {detail.activations.length === 0 ? (
        <p className={classes.dim}>{t("profiles.neverActive")}</p>
      ) : (
        <ul className={classes.activations}>
          {detail.activations.map(({ version, author, reason, gate, createdAt }, index) => (
            <li key={index}>
              <p>
                <strong>v{version}</strong> · {formats.dateTime(createdAt)} ·{" "}
                <DataText text={actorName(author)} />
              </p>
              {reason !== "" && (
                <p className={classes.reason}>
                  <DataText text={reason} />
                </p>
              )}
              <GateFigures gate={gate} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
