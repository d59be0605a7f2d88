/** Every weight of a profile, each with what it does and what is allowed; saved as a version with a reason. */
import { Button, Group, SegmentedControl, Select, Switch, Text, TextInput } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import type { Kind, Profile, ProfileChanged, ProfileEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { FUSIONS } from "../../../shared/search/searchState";
import { ChangeDialog } from "../../../shared/gate/ChangeDialog";
import { DifferenceTable } from "./DiffSection";
import { KnobInput } from "../../../shared/profile/KnobInput";
import { allKnobs, GROUPS, knobsOf, valueAt, withValue, type Knob } from "../../../shared/profile/knobs";
import { differences } from "./profileFile";
import classes from "./ProfilesDesk.module.css";
import { useNameProblem } from "../../../shared/profile/useNameProblem";

type Props = {
  profile: ProfileEntry;
  all: readonly ProfileEntry[];
  onDone: (changed: ProfileChanged) => void;
  onClose: () => void;
};

export function ProfileEditor({ profile: start, all, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [profile, setProfile] = useState<Profile>(() => bare(start));
  // What ships stays as it is: it is edited as a copy.
  const [name, setName] = useState(start.shipped ? "" : start.name);
  const [kind, setKind] = useState<Kind>("items");
  const [every, setEvery] = useState(false);
  const [saving, setSaving] = useState(false);
  const { mutateAsync } = useCommandMutation("saveProfile");
  const problem = useNameProblem(name, all);
  const changes = differences(start, profile);
  const touched = changes.length > 0 || name.trim() !== start.name;

  return (
    <div className={classes.editor}>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {t(start.shipped ? "profiles.copyOf" : "profiles.editOf")} <DataText text={start.name} />
        </h2>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onClose}
        >
          {t("profiles.leave")}
        </Button>
      </header>
      <div className={classes.editorHead}>
        <TextInput
          label={t("profiles.name")}
          description={start.shipped ? t("profiles.shippedStays") : t("profiles.otherNameCopies")}
          value={name}
          error={name === "" ? null : problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t("knob.fusion")}
          description={t(`fusion.${profile.fusion}.text`)}
          value={profile.fusion}
          data={FUSIONS.map((value) => ({ value, label: t(`fusion.${value}.name`) }))}
          onChange={(fusion) => fusion && setProfile({ ...profile, fusion })}
        />
      </div>
      <Group gap="lg">
        <SegmentedControl
          className={classes.kinds}
          aria-label={t("whole.kind")}
          value={kind}
          data={[
            { value: "items", label: t("whole.kinds.items") },
            { value: "faqs", label: t("whole.kinds.faqs") },
          ]}
          onChange={setKind}
        />
        <Switch
          label={t("profiles.showUnused")}
          checked={every}
          onChange={(event) => setEvery(event.currentTarget.checked)}
        />
      </Group>
      <KnobGroups start={start} profile={profile} kind={kind} every={every} onChange={setProfile} />
      <Group gap="xs" className={classes.foot}>
        <Button size="sm" disabled={problem !== null || !touched} onClick={() => setSaving(true)}>
          {t("profiles.save")}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {problem !== null && name === "" ? problem : t("sliders.moved", { count: changes.length })}
        </Text>
      </Group>
      {saving && (
        <ChangeDialog
          title={t("profiles.saveTitle")}
          action={t("profiles.save")}
          run={(reason, operationId) =>
            mutateAsync({ profile: { ...profile, name: name.trim() }, reason, operationId })
          }
          onDone={onDone}
          onClose={() => setSaving(false)}
        >
          {start.active && name.trim() === start.name && <Text size="sm">{t("profiles.goesLive")}</Text>}
          {changes.length > 0 && <DifferenceTable a={start.name} b={name.trim()} differences={changes} />}
        </ChangeDialog>
      )}
    </div>
  );
}

type KnobsProps = {
  /** What is edited, as it is stored. */
  start: ProfileEntry;
  profile: Profile;
  kind: Kind;
  /** Whether what the chosen fusion does not use stands there too. */
  every: boolean;
  onChange: (profile: Profile) => void;
};

function KnobGroups({ start, profile, kind, every, onChange }: KnobsProps) {
  const { t } = useTranslation();
  const used = new Set(knobsOf(profile.fusion, kind).map(({ path }) => path));
  const isUsed = ({ path, group }: Knob) => used.has(path) || group === "snippet";
  const knobs = allKnobs(kind).filter((knob) => every || isUsed(knob));
  return GROUPS.map((group) => {
    const ofGroup = knobs.filter((knob) => knob.group === group);
    if (ofGroup.length === 0) return null;
    return (
      <fieldset key={group} className={classes.group}>
        <legend>{t(`knob.group.${group}`)}</legend>
        <div className={classes.grid}>
          {ofGroup.map((knob) => (
            <div key={knob.path} className={classes.cell}>
              <KnobInput
                knob={knob}
                explained
                value={valueAt(profile, kind, knob.path)}
                otherwise={null}
                before={valueAt(start, kind, knob.path)}
                onChange={(value) => onChange(withValue(profile, kind, knob.path, value))}
              />
              {!isUsed(knob) && <p className={classes.dim}>{t("profiles.unusedByFusion")}</p>}
            </div>
          ))}
        </div>
      </fieldset>
    );
  });
}

/** Strips an entry of the profile list down to the profile that the editor changes. */
function bare({ name, fusion, items, faqs }: ProfileEntry): Profile {
  return { name, fusion, ...(items ? { items } : {}), ...(faqs ? { faqs } : {}) };
}
