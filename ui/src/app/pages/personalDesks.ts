/** The parts of the personal assistant, each fetched when it is opened. */
import { lazyPage } from "../../components/page/lazyPage";

export const PERSONAL_DESKS = {
  people: lazyPage(
    async () => (await import("../../features/personal/people/PeopleDesk")).PeopleDesk,
    "personal",
    "fields",
  ),
  reminders: lazyPage(
    async () => (await import("../../features/personal/reminders/RemindersDesk")).RemindersDesk,
    "personal",
    "fields",
  ),
  decisions: lazyPage(
    async () => (await import("../../features/personal/decisions/DecisionsDesk")).DecisionsDesk,
    "personal",
    "fields",
  ),
};
