/** The parts of the catalog desk, each fetched when it is opened. */
import { lazyPage } from "../../components/page/lazyPage";

export const CATALOG_DESKS = {
  items: lazyPage(
    async () => (await import("../../features/catalog/ItemsDesk")).ItemsDesk,
    "catalog",
    "fields",
    "files",
    "shortcuts",
  ),
  faqs: lazyPage(
    async () => (await import("../../features/catalog/faqs/FaqDesk")).FaqDesk,
    "catalog",
    "fields",
  ),
  synonyms: lazyPage(
    async () => (await import("../../features/catalog/synonyms/SynonymsDesk")).SynonymsDesk,
    "catalog",
    "fields",
  ),
  prices: lazyPage(
    async () => (await import("../../features/catalog/prices/PricesDesk")).PricesDesk,
    "catalog",
    "fields",
    "prices",
  ),
  fields: lazyPage(
    async () => (await import("../../features/catalog/fields/FieldsDesk")).FieldsDesk,
    "catalog",
    "fields",
  ),
  categories: lazyPage(
    async () => (await import("../../features/catalog/categories/CategoriesDesk")).CategoriesDesk,
    "catalog",
    "fields",
  ),
  import: lazyPage(
    async () => (await import("../../features/import/ImportPage")).ImportPage,
    "catalog",
    "fields",
  ),
  history: lazyPage(
    async () => (await import("../../features/catalog/operations/OperationsDesk")).OperationsDesk,
    "catalog",
    "fields",
  ),
  review: lazyPage(
    async () => (await import("../../features/assist/ReviewDesk")).ReviewDesk,
    "catalog",
    "fields",
  ),
  duplicates: lazyPage(
    async () => (await import("../../features/catalog/duplicates/DuplicatesDesk")).DuplicatesDesk,
    "catalog",
    "fields",
  ),
};
