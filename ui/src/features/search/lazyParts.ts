/** What the search page shows when it is asked for, and what waits for an answer of its own anyway. */
import { lazyPage } from "../../components/page/lazyPage";

export const FilterColumn = lazyPage(async () => (await import("./FilterColumn")).FilterColumn);
export const FilterDrawer = lazyPage(async () => (await import("./FilterDrawer")).FilterDrawer);
export const HitInspection = lazyPage(async () => (await import("./HitInspection")).HitInspection);
export const DetailsDrawer = lazyPage(async () => (await import("./DetailsDrawer")).DetailsDrawer);
