/** The parts of the bench, each fetched when it is opened. */
import { lazyPage } from "../../components/page/lazyPage";

export const BENCH_DESKS = {
  inspect: lazyPage(
    async () => (await import("../../features/inspect/workbench/InspectorDesk")).InspectorDesk,
    "inspect",
    "bench",
  ),
  profiles: lazyPage(
    async () => (await import("../../features/bench/profiles/ProfilesDesk")).ProfilesDesk,
    "inspect",
    "bench",
  ),
  sets: lazyPage(
    async () => (await import("../../features/bench/sets/SetsDesk")).SetsDesk,
    "inspect",
    "bench",
    "fields",
  ),
  gaps: lazyPage(
    async () => (await import("../../features/bench/gaps/GapsDesk")).GapsDesk,
    "inspect",
    "bench",
    "fields",
  ),
  queries: lazyPage(
    async () => (await import("../../features/bench/queries/QueriesDesk")).QueriesDesk,
    "inspect",
    "bench",
  ),
  quality: lazyPage(
    async () => (await import("../../features/bench/quality/QualityDesk")).QualityDesk,
    "inspect",
    "bench",
  ),
};
