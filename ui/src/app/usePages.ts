/** The pages there are at present: that of the personal assistant while it is on. */
import { usePersonalState } from "../shared/personal/state";
import { PAGES, type Page } from "./pages";

export function usePages(): readonly Page[] {
  const isOn = usePersonalState().data?.on === true;
  return PAGES.filter(({ id }) => id !== "assistant" || isOn);
}
