/** The pages there are at present: that of the personal assistant while it is on, the bench for those who look after the search. */
import { useMay } from "../shared/account/useMe";
import { usePersonalState } from "../shared/personal/state";
import { PAGES, type Page } from "./pages";

export function usePages(): readonly Page[] {
  const isOn = usePersonalState().data?.on === true;
  const mayAnalyse = useMay("analyse");
  return PAGES.filter(({ id }) => (id !== "assistant" || isOn) && (id !== "bench" || mayAnalyse));
}
