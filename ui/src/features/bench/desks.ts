/** The parts of the bench, each fetched when it is opened. */
import { lazyPage } from "../../components/page/lazyPage";

export const BENCH_DESKS = {
  inspect: lazyPage(
    async () => (await import("../inspect/whole/InspectorDesk")).InspectorDesk,
    "inspect",
    "bench",
  ),
  profiles: lazyPage(async () => (await import("./profiles/ProfilesDesk")).ProfilesDesk, "inspect", "bench"),
  sets: lazyPage(async () => (await import("./sets/SetsDesk")).SetsDesk, "inspect", "bench", "fields"),
  gaps: lazyPage(async () => (await import("./gaps/GapsDesk")).GapsDesk, "inspect", "bench", "fields"),
  queries: lazyPage(async () => (await import("./queries/QueriesDesk")).QueriesDesk, "inspect", "bench"),
  quality: lazyPage(async () => (await import("./quality/QualityDesk")).QualityDesk, "inspect", "bench"),
};
