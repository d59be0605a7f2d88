/** What the search page shows when it is asked for, and what waits for an answer of its own anyway. */
import { lazyPage } from "../../components/page/lazyPage";

export const AdvancedPopover = lazyPage(
  async () => (await import("./query/AdvancedPopover")).AdvancedPopover,
);
export const BarcodeAnswer = lazyPage(
  async () => (await import("../../shared/barcode/BarcodeAnswer")).BarcodeAnswer,
);
export const Results = lazyPage(async () => (await import("./results/Results")).Results);
export const NoStock = lazyPage(async () => (await import("../../shared/catalog/NoStock")).NoStock);
export const ActiveFilters = lazyPage(
  async () => (await import("../../shared/search/ActiveFilters")).ActiveFilters,
);
export const FilterColumn = lazyPage(async () => (await import("./filters/FilterColumn")).FilterColumn);
export const FilterDrawer = lazyPage(async () => (await import("./filters/FilterDrawer")).FilterDrawer);
export const HitInspection = lazyPage(
  async () => (await import("./results/HitInspection")).HitInspection,
  "inspect",
);
export const DetailsDrawer = lazyPage(
  async () => (await import("../../shared/record/DetailsDrawer")).DetailsDrawer,
  "files",
);
