/** A small picture of a product; nothing where there is none, or it cannot be drawn. */
import { useState } from "react";
import { cleanText } from "../../lib/text/text";

type Props = {
  src: string | undefined;
  /** The product's, which says what is seen. */
  name: string;
  className: string | undefined;
};

export function Thumbnail({ src, name, className }: Props) {
  const [broken, setBroken] = useState<string>();
  if (src === undefined || src === broken) return null;
  return (
    <img
      className={className}
      src={src}
      alt={cleanText(name)}
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  );
}
