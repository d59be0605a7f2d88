/** What metrics are called in the person's language, and back. */
import { useTranslation } from "react-i18next";
import { fold } from "../../../lib/text/text";
import { KNOWN, knownOf } from "./draft";

export function useMetricNames() {
  const { t } = useTranslation();
  const nameOf = (type: string) => {
    const known = knownOf(type);
    return known ? t(`personal.tracking.type.${known}`) : type;
  };
  const typeOf = (name: string) => KNOWN.find((known) => fold(nameOf(known)) === fold(name)) ?? name;
  return { nameOf, typeOf };
}
