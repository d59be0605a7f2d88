/** What an operation did to the tree of categories, and what names a category and went along. */
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import classes from "./Operations.module.css";

type TreeChange = Data<"getOperation">["tree"][number];

export function TreeChanges({ changes }: { changes: readonly TreeChange[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.recordList} aria-label={t("operations.tree.list")}>
      {changes.map((change, at) => {
        const what = change.mention ?? "category";
        return (
          <li key={at}>
            <span className={classes.by}>{t(`operations.tree.${what}`)}: </span>
            {what === "category" ? <Places change={change} /> : <Name name={change.name} />}
          </li>
        );
      })}
    </ul>
  );
}

function Places({ change: { from, to } }: { change: TreeChange }) {
  return (
    <>
      <Place text={from} /> <IconArrowRight size={13} aria-hidden /> <Place text={to} />
    </>
  );
}

function Place({ text }: { text: string | null }) {
  const { t } = useTranslation();
  return text === null ? <em>{t("operations.tree.outside")}</em> : <DataText text={text} />;
}

function Name({ name }: { name: string | null }) {
  const { t } = useTranslation();
  return name === null ? (
    <em>{t("operations.tree.unnamed")}</em>
  ) : (
    <strong>
      <DataText text={name} />
    </strong>
  );
}
