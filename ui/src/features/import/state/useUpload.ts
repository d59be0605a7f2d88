/** The file that was sent: there are few places for one, so the program gets it back as the page goes away. */
import { useEffect, useState } from "react";
import { call } from "../../../api/command";
import { useStable } from "../../../lib/hooks/useStable";

/** Of a file that another page sent, the size is not known. */
export type Upload = { id: string; name: string; size: number | null };

/** `isInUse`: the program goes on with an import that is under way, and reads the file. */
export function useUpload(isInUse: () => boolean) {
  const [file, setFile] = useState<Upload | null>(null);
  const goAway = useStable(() => {
    if (!isInUse()) dropUpload(file);
  });
  useEffect(() => {
    window.addEventListener("pagehide", goAway);
    return () => {
      window.removeEventListener("pagehide", goAway);
      goAway();
    };
  }, [goAway]);
  const replace = (next: Upload | null) => {
    dropUpload(file);
    setFile(next);
  };
  return {
    file,
    /** Puts another file in its place, or none. */
    replace,
    /** Goes on with a file that is there already. */
    adopt: setFile,
  };
}

function dropUpload(file: Upload | null): void {
  if (file) void call("dropUpload", { id: file.id }).catch(() => undefined);
}
