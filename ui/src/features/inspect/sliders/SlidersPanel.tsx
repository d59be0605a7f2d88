/** The weights of a search to be moved: by groups, with what each does, back to where they were, saved. */
import { Accordion, Button, Group, Select, Text } from "@mantine/core";
import { IconArrowBackUp, IconDeviceFloppy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProfileChanged, RerankResult, SearchInspection } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useMay } from "../../../shared/account/useMe";
import { GROUPS, knobsOf, valueAt, type KnobGroup } from "../../../shared/profile/knobs";
import { KnobInput } from "../../../shared/profile/KnobInput";
import { FUSIONS } from "../../../shared/search/searchState";
import { applyDraft, isMoved, moveKnob, UNMOVED, type Draft } from "./draft";
import { SaveDialog } from "./SaveDialog";
import { SearchedAgain } from "./SearchedAgain";
import { SetEffect } from "./SetEffect";
import classes from "./SlidersPanel.module.css";

type Props = {
  inspection: SearchInspection;
  draft: Draft;
  reranked: RerankResult | undefined;
  onMove: (draft: Draft) => void;
  onSaved: (changed: ProfileChanged) => void;
};

const OPEN_AT_FIRST: KnobGroup[] = ["weights", "bonus", "threshold"];

export function SlidersPanel({ inspection, draft, reranked, onMove, onSaved }: Props) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const mayAnalyse = useMay("analyse");
  const { profile, kind, fusion } = inspection;
  const now = applyDraft(profile, kind, draft, fusion);
  const knobs = knobsOf(now.fusion, kind);
  const pinned = new Set(reranked?.pinned ?? []);
  const groups = GROUPS.filter((group) => knobs.some((knob) => knob.group === group));
  const changes = Object.keys(draft.values).length + (draft.fusion === null ? 0 : 1);

  return (
    <div className={classes.panel}>
      <Text size="sm" c="dimmed">
        {t("sliders.over")} <DataText text={profile.name} />
      </Text>
      <Select
        size="xs"
        label={t("knob.fusion")}
        description={t(`fusion.${now.fusion}.text`)}
        inputWrapperOrder={["label", "input", "description"]}
        value={now.fusion}
        data={FUSIONS.map((value) => ({ value, label: t(`fusion.${value}.name`) }))}
        onChange={(value) => value && onMove({ ...draft, fusion: value === fusion ? null : value })}
      />
      {mayAnalyse && <SetEffect inspection={inspection} draft={draft} />}
      {reranked && isMoved(draft) && <SearchedAgain reasons={reranked.searchedAgain} />}
      <Accordion
        multiple
        defaultValue={OPEN_AT_FIRST}
        variant="default"
        chevronPosition="left"
        classNames={{ content: classes.group, control: classes.control, label: classes.label }}
      >
        {groups.map((group) => (
          <Accordion.Item key={group} value={group}>
            <Accordion.Control>{t(`knob.group.${group}`)}</Accordion.Control>
            <Accordion.Panel>
              {knobs
                .filter((knob) => knob.group === group)
                .map((knob) => (
                  <KnobInput
                    key={knob.path}
                    knob={knob}
                    value={valueAt(now, kind, knob.path)}
                    otherwise={knob.path === "vectorThreshold" ? inspection.threshold : null}
                    before={valueAt(profile, kind, knob.path)}
                    pinned={pinned.has(`${kind}.${knob.path}`)}
                    onChange={(value) => onMove(moveKnob(draft, profile, kind, knob.path, value))}
                  />
                ))}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Group gap="xs" className={classes.foot}>
        {mayAnalyse && (
          <Button
            size="xs"
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            disabled={!isMoved(draft)}
            onClick={() => setSaving(true)}
          >
            {t("sliders.save")}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!isMoved(draft)}
          onClick={() => onMove(UNMOVED)}
        >
          {t("sliders.reset")}
        </Button>
        <Text size="xs" c="dimmed" role="status">
          {changes > 0 && t("sliders.moved", { count: changes })}
        </Text>
      </Group>
      {saving && (
        <SaveDialog profile={now} from={profile.name} onDone={onSaved} onClose={() => setSaving(false)} />
      )}
    </div>
  );
}
