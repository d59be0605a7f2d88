/** The parts of the catalog desk, each fetched when it is opened. */
import { lazyPage } from "../../components/page/lazyPage";

export const CATALOG_DESKS = {
  items: lazyPage(async () => (await import("./ItemsDesk")).ItemsDesk),
  faqs: lazyPage(async () => (await import("./faqs/FaqDesk")).FaqDesk),
  synonyms: lazyPage(async () => (await import("./synonyms/SynonymsDesk")).SynonymsDesk),
  import: lazyPage(async () => (await import("../import/ImportPage")).ImportPage),
  history: lazyPage(async () => (await import("./operations/OperationsDesk")).OperationsDesk),
  review: lazyPage(async () => (await import("../assist/review/ReviewDesk")).ReviewDesk),
};
