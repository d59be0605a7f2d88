/** Which of several versions of a message is open, and the way to its neighbours. */
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Message.module.css";
import { useThreadActions } from "./state/threadActions";

type Props = { siblings: readonly string[]; index: number; disabled: boolean };

export function BranchSwitcher({ siblings, index, disabled }: Props) {
  const { t } = useTranslation();
  const { openBranch } = useThreadActions();
  if (siblings.length < 2) return null;
  const go = (to: number) => {
    const id = siblings[to];
    if (id !== undefined) openBranch(id);
  };
  return (
    <div className={classes.branches} role="group" aria-label={t("branch.label")}>
      <ActionIcon
        size={24}
        onClick={() => go(index - 1)}
        disabled={disabled || index === 0}
        aria-label={t("branch.previous")}
      >
        <IconChevronLeft size={15} />
      </ActionIcon>
      <span className="tabular" aria-label={t("branch.place", { place: index + 1, count: siblings.length })}>
        {index + 1}/{siblings.length}
      </span>
      <ActionIcon
        size={24}
        onClick={() => go(index + 1)}
        disabled={disabled || index === siblings.length - 1}
        aria-label={t("branch.next")}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
    </div>
  );
}
