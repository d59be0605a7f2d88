/** Profile, fusion and number of results: for those who tune, out of the way of those who sell. */
import { ActionIcon } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LazyPopover } from "../../../components/popover/LazyPopover";
import { AdvancedPopover } from "../lazyParts";
import { DEFAULT_LIMIT, type SearchState } from "../../../shared/search/searchState";
import type { Change } from "../useSearchState";

type Props = { state: SearchState; onChange: (change: Change) => void };

export function AdvancedOptions({ state, onChange }: Props) {
  const { t } = useTranslation();
  const changed = state.profile !== null || state.fusion !== null || state.limit !== DEFAULT_LIMIT;
  const button = (
    <ActionIcon
      size={42}
      variant={changed ? "light" : "default"}
      color={changed ? "mata" : "gray"}
      aria-label={changed ? t("advanced.changed") : t("advanced.title")}
      title={t("advanced.title")}
    >
      <IconAdjustments size={20} stroke={1.8} />
    </ActionIcon>
  );
  return (
    <LazyPopover button={button}>
      {(target) => <AdvancedPopover button={target} state={state} onChange={onChange} />}
    </LazyPopover>
  );
}
