/** What the search page shows when it is asked for, and what waits for an answer of its own anyway. */
import { lazyPage } from "../../components/page/lazyPage";

export const AdvancedPopover = lazyPage(async () => (await import("./AdvancedPopover")).AdvancedPopover);
export const Results = lazyPage(async () => (await import("./Results")).Results);
export const NoStock = lazyPage(async () => (await import("./NoStock")).NoStock);
export const FilterColumn = lazyPage(async () => (await import("./FilterColumn")).FilterColumn);
export const FilterDrawer = lazyPage(async () => (await import("./FilterDrawer")).FilterDrawer);
export const HitInspection = lazyPage(async () => (await import("./HitInspection")).HitInspection, "inspect");
export const DetailsDrawer = lazyPage(async () => (await import("./DetailsDrawer")).DetailsDrawer, "files");
