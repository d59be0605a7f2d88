/** Tells what became of a change of a profile, and whether anything was measured. */
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ProfileChanged } from "../../api/types";
import { showToast } from "../../components/toast/toasts";
import { cleanText } from "../../lib/text/text";
import { profileAddress } from "../profile/address";
import { useWorseWords } from "./useWorseWords";

export function useChangeToast(): (changed: ProfileChanged) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nameWorse = useWorseWords();
  return ({ name, version, active, verdict, worse, gate }) => {
    const places = { name: cleanText(name), version };
    if (!active) {
      const action = { label: t("gate.said.show"), run: () => void navigate(profileAddress(name)) };
      showToast({ tone: "info", text: t("gate.said.saved", places), action });
      return;
    }
    const said = {
      notAsked: t("gate.said.notAsked"),
      unchanged: t("gate.said.unchanged"),
      passed: t("gate.said.passed"),
      overruled: t("gate.said.overruled", { what: nameWorse(worse ?? []) }),
    }[verdict];
    const silent = gate?.unmeasured.length ?? 0;
    const left = silent > 0 ? ` ${t("gate.said.unmeasured", { count: silent })}` : "";
    showToast({
      tone: verdict === "notAsked" ? "bad" : "info",
      text: `${t("gate.said.active", places)} ${said}${left}`,
    });
  };
}
