/**
 * Types of the interface, derived from the command list: requests and answers of commands, under names that do not
 * depend on the generator's.
 */
import type { Data, Req } from "./command";

export type Status = Data<"status">;
export type SearchRequest = Req<"search">;
export type SearchResponse = Data<"search">;
export type Kind = NonNullable<SearchRequest["kind"]>;
export type Sort = NonNullable<SearchRequest["sort"]>;
export type Filters = NonNullable<SearchRequest["filters"]>;
export type Fusion = SearchResponse["fusion"];
export type Hit = SearchResponse["results"][number];
export type Item = NonNullable<Hit["item"]>;
export type Faq = NonNullable<Hit["faq"]>;
export type ItemExplanation = Data<"explainItem">;
export type RecordStanding = NonNullable<ItemExplanation["against"]>;
export type ScoreRow = ItemExplanation["rows"][number];
export type Explanation = NonNullable<Hit["explanation"]>;
export type LexicalSignals = NonNullable<Hit["lexicalSignals"]>;
export type Facets = Data<"facets">;
export type FacetValue = Facets["categories"][number];
export type ConfigEntry = Data<"getConfig">[number];
export type ProviderTest = Data<"testProvider">;
export type SearchInspection = Data<"inspectSearch">;
export type InspectedCandidate = SearchInspection["candidates"][number];
export type RerankResult = Data<"rerank">;
export type MovedHit = RerankResult["hits"][number];
export type PoolChange = RerankResult["searchedAgain"][number];
export type CounterfactualAnswer = Data<"counterfactual">;
export type TurnedPair = CounterfactualAnswer["pairs"][number];
export type ProfileEntry = Data<"listProfiles">[number];
export type ProfileDetail = Data<"getProfile">;
export type ProfileChanged = Data<"saveProfile">;
export type ProfileDifference = Data<"diffProfiles">[number];
export type SetWorse = NonNullable<ProfileChanged["worse"]>[number];
export type QuerySetSummary = Data<"listQuerySets">[number];
export type RerankedSet = Data<"rerankSet">;
export type QuerySetEvaluation = Data<"evaluateQuerySet">;
export type Profile = SearchInspection["profile"];
export type { Tag, CutReason, CutStage, SearchHalf, GateReport, QualityChange } from "../bindings";
