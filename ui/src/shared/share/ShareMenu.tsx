/** Hands something out as a file: a page that opens anywhere, or what another Celeiro can run again. */
import { Button, Menu } from "@mantine/core";
import { IconFileCode, IconFileText, IconShare2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../api/command";
import { showToast } from "../../components/toast/toasts";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { saveText } from "../../host/save";

type SharedFile = Data<"shareComparison">;
export type ShareFormat = "html" | "json";

type Props = { label: string; make: (format: ShareFormat) => Promise<SharedFile> };

export function ShareMenu({ label, make }: Props) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [busy, setBusy] = useState(false);
  const share = (format: ShareFormat) => {
    setBusy(true);
    make(format)
      .then((file) => {
        saveText(file.name, file.mediaType, file.content);
        showToast({ tone: "info", text: t("share.saved", { name: file.name }) });
      })
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<IconShare2 size={15} aria-hidden />}
          aria-label={label}
        >
          {t("share.button")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={() => share("html")}>
          {t("share.html")}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileCode size={16} aria-hidden />} onClick={() => share("json")}>
          {t("share.json")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
