/** How large the parts of the sheet are. Pixels. */
export const HEADER_HEIGHT = 34;
export const ROW_HEIGHT = 33;
export const SELECTOR_WIDTH = 58;
