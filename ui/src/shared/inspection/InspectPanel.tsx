/** Where the breakdown stands: beside the results where there is room, else in a drawer over them. */
import { ActionIcon, Text, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Hit } from "../../api/types";
import { DataText } from "../../components/DataText";
import { SidePanel } from "../../components/SidePanel";
import { useFormats } from "../../i18n/language";
import { hitTitle } from "../record/hit";
import { Breakdown } from "./breakdown/Breakdown";
import classes from "./InspectPanel.module.css";

type Props = {
  beside: boolean | undefined;
  /** Id of the hit asked for; null where none is. */
  id: string | null;
  /** Its name, where the hit comes without its record. */
  title?: string | undefined;
  /** The hit of that id; missing where the present result does not hold it. */
  hit: Hit | undefined;
  /** Shown in the place of a missing hit; that the result does not hold it, where left out. */
  missing?: ReactNode;
  rank: number;
  tokens: readonly string[];
  /** Stands under the breakdown of a hit. */
  below?: ReactNode;
  onClose: () => void;
  onOpen: (id: string) => void;
};

export function InspectPanel({
  beside,
  id,
  title,
  hit,
  missing,
  rank,
  tokens,
  below,
  onClose,
  onOpen,
}: Props) {
  const { t } = useTranslation();
  const content = id !== null && (
    <>
      {hit ? (
        <>
          <Head
            title={title ?? hitTitle(hit)}
            score={hit.score}
            rank={rank}
            tokens={tokens}
            onOpen={() => onOpen(id)}
          />
          <Breakdown key={id} hit={hit} />
          {below}
        </>
      ) : (
        (missing ?? <Text c="dimmed">{t("inspect.notInResult")}</Text>)
      )}
    </>
  );
  if (!beside) {
    return (
      <SidePanel
        opened={id !== null}
        onClose={onClose}
        position="right"
        size="min(100%, 480px)"
        title={t("inspect.title")}
      >
        {content}
      </SidePanel>
    );
  }
  if (id === null) return null;
  return (
    <aside className={classes.panel} aria-label={t("inspect.title")}>
      <div className={classes.bar}>
        <h2 className={classes.title}>{t("inspect.title")}</h2>
        <ActionIcon onClick={onClose} aria-label={t("inspect.close")}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {content}
    </aside>
  );
}

function Head({
  title,
  score,
  rank,
  tokens,
  onOpen,
}: {
  title: string;
  score: number;
  rank: number;
  tokens: readonly string[];
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={classes.head}>
      <UnstyledButton className={classes.name} onClick={onOpen} title={t("inspect.openDetails")}>
        <DataText text={title} highlight={tokens} />
      </UnstyledButton>
      <div className={classes.score}>
        <span className={classes.figure}>{formats.score(score)}</span>
        <Text component="span" size="xs" c="dimmed">
          {t("inspect.place", { rank })}
        </Text>
      </div>
    </div>
  );
}
