/** A small view of a picture of a message; while it is not there, or cannot be drawn, a sign in its place. */
import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { useCommandQuery } from "../../../api/hooks";
import type { MessageAttachment } from "../types";

/** The program keeps pictures of messages in this form alone. */
const DRAWN = "image/jpeg";

type Props = { attachment: MessageAttachment; alt: string; className: string | undefined };

export function PictureThumb({ attachment, alt, className }: Props) {
  const [broken, setBroken] = useState(false);
  const query = useCommandQuery(
    "getMessagePicture",
    { id: attachment.id },
    { staleTime: Infinity, retry: false },
  );
  const picture = query.data;
  if (picture?.mimeType !== DRAWN || broken) {
    return (
      <span
        className={className}
        {...(alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt })}
      >
        <IconPhoto size={22} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={className}
      src={`data:${DRAWN};base64,${picture.data}`}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
