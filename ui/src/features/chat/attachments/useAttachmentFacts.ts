/** What is said of a picture or file of a message: its kind and size, and how much of it is read. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import type { MessageAttachment } from "../types";

export function useAttachmentFacts(): (attachment: MessageAttachment) => string {
  const { t } = useTranslation();
  const { bytes, integer } = useFormats();
  return ({ format, sizeBytes, textChars, totalChars }) => {
    const facts = [t(`composer.attach.format.${format}`), bytes(sizeBytes)];
    const read = textChars ?? 0;
    const total = totalChars ?? 0;
    if (format !== "picture" && read === 0) facts.push(t("composer.attach.noText"));
    else if (total > read) {
      facts.push(t("composer.attach.cut", { count: total, read: integer(read), total: integer(total) }));
    }
    return facts.join(" · ");
  };
}
