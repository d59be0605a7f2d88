/** The parts of the bench, each fetched when it is opened. */
import { lazyPage } from "../../components/page/lazyPage";

export const BENCH_DESKS = {
  inspect: lazyPage(async () => (await import("../inspect/whole/InspectorDesk")).InspectorDesk),
  profiles: lazyPage(async () => (await import("./profiles/ProfilesDesk")).ProfilesDesk),
  sets: lazyPage(async () => (await import("./sets/SetsDesk")).SetsDesk),
  gaps: lazyPage(async () => (await import("./gaps/GapsDesk")).GapsDesk),
  queries: lazyPage(async () => (await import("./queries/QueriesDesk")).QueriesDesk),
  quality: lazyPage(async () => (await import("./quality/QualityDesk")).QualityDesk),
};
