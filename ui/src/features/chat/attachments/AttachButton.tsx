/** Chooses pictures and files for the next message. */
import { ActionIcon } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ACCEPTED } from "./pendingAttachments";

type Props = { disabled: boolean; onFiles: (files: File[]) => void };

export function AttachButton({ disabled, onFiles }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        disabled={disabled}
        onClick={() => input.current?.click()}
        aria-label={t("composer.attach.add")}
        title={t("composer.attach.addText")}
      >
        <IconPaperclip size={19} />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={t("composer.attach.add")}
        onChange={(event) => {
          onFiles(Array.from(event.currentTarget.files ?? []));
          // The same file may be chosen again, mended.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
