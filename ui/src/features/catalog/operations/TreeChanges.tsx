/** What an operation did to the tree of categories, and what names a category and went along. */
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import classes from "./Operations.module.css";

type TreeChange = Data<"getOperation">["tree"][number];

type Props = {
  changes: readonly TreeChange[];
  /** That of the operation. */
  kind: string;
};

export function TreeChanges({ changes, kind }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.recordList} aria-label={t("operations.tree.list")}>
      {changes.map((change, at) => {
        const what = change.mention ?? "category";
        return (
          <li key={at}>
            <span className={classes.by}>{t(`operations.tree.${what}`)}: </span>
            {what === "category" ? (
              <Places change={change} wasThere={kind === "move-category"} />
            ) : (
              <Name name={change.name} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

type PlacesProps = {
  change: TreeChange;
  /** Whether items alone had what the tree did not know: it stood at the top. */
  wasThere: boolean;
};

function Places({ change: { from, to }, wasThere }: PlacesProps) {
  return (
    <>
      <Place text={from} isAtTop={wasThere} /> <IconArrowRight size={13} aria-hidden /> <Place text={to} />
    </>
  );
}

function Place({ text, isAtTop = false }: { text: string | null; isAtTop?: boolean }) {
  const { t } = useTranslation();
  if (text !== null) return <DataText text={text} />;
  return <em>{t(isAtTop ? "operations.tree.atTop" : "operations.tree.outside")}</em>;
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
