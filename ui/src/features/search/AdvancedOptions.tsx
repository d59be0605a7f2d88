/** Profile, fusion and number of results: for those who tune, out of the way of those who sell. */
import { ActionIcon, Popover, Select, SegmentedControl, Text, Tooltip } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../api/hooks";
import { cleanText } from "../../lib/text";
import { DEFAULT_LIMIT, FUSIONS, LIMITS, type SearchState } from "./searchState";
import type { Change } from "./useSearchState";
import classes from "./AdvancedOptions.module.css";

type Props = { state: SearchState; onChange: (change: Change) => void };

/** The choice that leaves the decision to the server. */
const AUTO = "";

export function AdvancedOptions({ state, onChange }: Props) {
  const { t } = useTranslation();
  const profiles = useCommandQuery("listProfiles", {}, { staleTime: 60_000 });
  const changed = state.profile !== null || state.fusion !== null || state.limit !== DEFAULT_LIMIT;
  const active = profiles.data?.find((profile) => profile.active);
  const profile = profiles.data?.find(({ name }) => name === state.profile) ?? active;
  const fusionOfProfile = profile
    ? t("advanced.profileFusionNamed", { fusion: t(`fusion.${profile.fusion}.name`) })
    : t("advanced.profileFusion");

  return (
    <Popover position="bottom-end" width={320} trapFocus withArrow>
      <Popover.Target>
        <Tooltip label={t("advanced.title")}>
          <ActionIcon
            size={42}
            variant={changed ? "light" : "default"}
            color={changed ? "mata" : "gray"}
            aria-label={changed ? t("advanced.changed") : t("advanced.title")}
          >
            <IconAdjustments size={20} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t("advanced.title")}>
        <Select
          label={t("advanced.profile")}
          value={state.profile ?? AUTO}
          data={[
            {
              value: AUTO,
              label: active
                ? t("advanced.activeProfile", { name: cleanText(active.name) })
                : t("advanced.defaultProfile"),
            },
            ...(profiles.data ?? []).map(({ name }) => ({ value: name, label: cleanText(name) })),
          ]}
          onChange={(name) => onChange({ profile: name || null })}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label={t("advanced.fusion")}
          value={state.fusion ?? AUTO}
          data={[
            { value: AUTO, label: fusionOfProfile },
            ...FUSIONS.map((fusion) => ({ value: fusion, label: t(`fusion.${fusion}.name`) })),
          ]}
          onChange={(fusion) => onChange({ fusion: fusion || null })}
          comboboxProps={{ withinPortal: false }}
        />
        {state.fusion && (
          <Text size="xs" c="dimmed">
            {t(`fusion.${state.fusion}.text`)}
          </Text>
        )}
        <div>
          <Text size="sm" fw={500} mb={4} id="limit-label">
            {t("advanced.limit")}
          </Text>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby="limit-label"
            value={String(state.limit)}
            data={LIMITS.map(String)}
            onChange={(limit) => onChange({ limit: Number(limit) })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
