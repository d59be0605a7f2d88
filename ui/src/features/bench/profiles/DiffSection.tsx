/** What sets two profiles, or two versions of one, apart: value by value. */
import { Select, Table } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { ProfileDetail, ProfileDifference, ProfileEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import classes from "./ProfilesDesk.module.css";
import { SetComparison } from "./activation/SetComparison";
import { useKnobNames } from "../../../shared/profile/useKnobNames";

type Props = { profile: ProfileDetail; all: readonly ProfileEntry[] };

export function DiffSection({ profile, all }: Props) {
  const { t } = useTranslation();
  const versions = profile.versions
    .filter(({ version }) => version !== profile.version)
    .map(({ version }) => `${profile.name}@${version}`);
  const others = all.filter(({ name }) => name !== profile.name).map(({ name }) => name);
  const active = all.find((one) => one.active)?.name;
  // Against the version before, else what is in force, else whatever there is.
  const first = versions[0] ?? (active !== profile.name ? active : undefined) ?? others[0] ?? null;
  const [chosen, setChosen] = useState<string | null>(null);
  const against = chosen ?? first;
  const data = [
    { group: t("profiles.itsVersions"), items: versions.map(option) },
    { group: t("profiles.others"), items: others.map(option) },
  ].filter(({ items }) => items.length > 0);
  return (
    <section className={classes.section}>
      <h3>{t("profiles.diff")}</h3>
      {against === null ? (
        <p className={classes.dim}>{t("profiles.nothingToDiff")}</p>
      ) : (
        <>
          <Select
            className={classes.against}
            size="xs"
            label={t("profiles.diffWith")}
            value={against}
            data={data}
            onChange={setChosen}
          />
          <Differences a={against} b={profile.name} />
          {/* Only profiles as they are now can be searched with. */}
          {!against.includes("@") && <SetComparison before={against} after={profile.name} kind="items" />}
        </>
      )}
    </section>
  );
}

function option(name: string) {
  return { value: name, label: cleanText(name.replace("@", " v")) };
}

function Differences({ a, b }: { a: string; b: string }) {
  const { t } = useTranslation();
  const query = useCommandQuery("diffProfiles", { a, b });
  if (query.error) {
    return <QueryError title={t("profiles.diffFailed")} query={query} />;
  }
  if (!query.data) return <Waiting h={80} />;
  if (query.data.length === 0) return <p className={classes.dim}>{t("profiles.same")}</p>;
  return <DifferenceTable a={a} b={b} differences={query.data} />;
}

type TableProps = { a: string; b: string; differences: readonly ProfileDifference[] };

export function DifferenceTable({ a, b, differences }: TableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { nameAt } = useKnobNames();
  const formatValue = (path: string, value: unknown) => {
    if (typeof value === "number") return formats.decimal(value, 6);
    if (value === null || value === undefined) return t("knob.byModel");
    const fusion = (["relevance", "enhanced", "rrf", "simple"] as const).find((one) => one === value);
    return path === "fusion" && fusion ? t(`fusion.${fusion}.name`) : cleanText(JSON.stringify(value));
  };
  return (
    <Table.ScrollContainer minWidth={360}>
      <Table verticalSpacing={4} className={classes.table} aria-label={t("profiles.diff")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("profiles.column.value")}</Table.Th>
            <Table.Th className={classes.number}>
              <DataText text={a.replace("@", " v")} />
            </Table.Th>
            <Table.Th className={classes.number}>
              <DataText text={b.replace("@", " v")} />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map((one) => (
            <Table.Tr key={one.path}>
              <Table.Td title={one.path}>{nameAt(one.path)}</Table.Td>
              <Table.Td className={classes.number}>{formatValue(one.path, one.a)}</Table.Td>
              <Table.Td className={classes.number}>
                <strong>{formatValue(one.path, one.b)}</strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
