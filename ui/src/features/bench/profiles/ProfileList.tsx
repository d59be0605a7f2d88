/** The profiles by name, the one in force marked. */
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ProfileEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import classes from "./ProfilesDesk.module.css";

type Props = {
  profiles: readonly ProfileEntry[];
  chosen: string | null;
  onChoose: (name: string) => void;
};

export function ProfileList({ profiles, chosen, onChoose }: Props) {
  return (
    <ul className={classes.list}>
      {profiles.map((profile) => (
        <li key={profile.name}>
          <button
            type="button"
            className={classes.entry}
            aria-current={profile.name === chosen || undefined}
            onClick={() => onChoose(profile.name)}
          >
            <span className={classes.entryName}>
              <DataText text={profile.name} />
            </span>
            <Marks profile={profile} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Draws the badges of a ranking profile: in force, shipped, version, fusion. */
export function Marks({ profile }: { profile: ProfileEntry }) {
  const { t } = useTranslation();
  return (
    <span className={classes.marks}>
      {profile.active && (
        <Badge size="sm" variant="filled" color="mata">
          {t("profiles.active")}
        </Badge>
      )}
      <span className={classes.dim}>
        {[
          `v${profile.version}`,
          t(`fusion.${profile.fusion}.name`),
          ...(profile.shipped ? [t("profiles.shipped")] : []),
        ].join(" · ")}
      </span>
    </span>
  );
}
