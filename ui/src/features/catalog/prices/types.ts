/** Types of price lists and price changes, derived from the commands. */
import type { Data, Req } from "../../../api/command";

export type { PriceMark } from "../../../bindings";
export type PriceList = Data<"listPriceLists">[number];
export type PriceChange = Data<"listPriceChanges">[number];
export type ChangeDetail = Data<"getPriceChange">;
export type PricePreview = Data<"previewPriceChange">;
export type PreviewRequest = Req<"previewPriceChange">;
