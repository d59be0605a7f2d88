/** The choices behind the button of the advanced options. */
import { Select, SegmentedControl, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { PopoverButtonProps } from "../../../components/popover/LazyPopover";
import { OpenPopover } from "../../../components/popover/OpenPopover";
import { cleanText } from "../../../lib/text/text";
import classes from "./AdvancedOptions.module.css";
import { FUSIONS, LIMITS, type SearchState } from "../../../shared/search/searchState";
import type { Change } from "../useSearchState";

type Props = {
  button: ReactElement<PopoverButtonProps>;
  state: SearchState;
  onChange: (change: Change) => void;
};

/** The choice that leaves the decision to the server. */
const AUTO = "";

export function AdvancedPopover({ button, state, onChange }: Props) {
  const { t } = useTranslation();
  const profiles = useCommandQuery("listProfiles", {}, { staleTime: 60_000 });
  const active = profiles.data?.find((profile) => profile.active);
  const profile = profiles.data?.find(({ name }) => name === state.profile) ?? active;
  const fusionOfProfile = profile
    ? t("advanced.profileFusionNamed", { fusion: t(`fusion.${profile.fusion}.name`) })
    : t("advanced.profileFusion");

  return (
    <OpenPopover
      button={button}
      label={t("advanced.title")}
      position="bottom-end"
      width={320}
      className={classes.dropdown}
    >
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
    </OpenPopover>
  );
}
