/** A picture in one of its sizes; while it is not there, or cannot be drawn, a sign in its place, with the reason. */
import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import type { PictureSize } from "../../bindings";
import { useCommandQuery } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";

/** Every size is written anew in this form. */
const DRAWN = "image/jpeg";

type Props = { id: string; size: PictureSize; alt: string; className: string | undefined };

export function PictureView({ id, size, alt, className }: Props) {
  const [broken, setBroken] = useState(false);
  const describe = useErrorText();
  const { data, error } = useCommandQuery("getPicture", { id, size }, { staleTime: Infinity, retry: false });
  if (data?.mimeType !== DRAWN || broken) {
    return (
      <span
        className={className}
        {...(alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt })}
      >
        <IconPhoto size={22} aria-hidden />
        {error && size === "medium" && (
          <small>
            <DataText text={describe(error)} />
          </small>
        )}
      </span>
    );
  }
  return (
    <img
      className={className}
      src={`data:${DRAWN};base64,${data.data}`}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
