/**
 * Colours, type and density. Greens and straw over a neutral with a little green in it; every pair
 * of text and ground reaches a contrast of 4.5 to 1 in both schemes.
 */
import {
  ActionIcon,
  Button,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MenuProps,
  type BadgeProps,
  type DrawerProps,
  type ModalProps,
  type PopoverProps,
  type SelectProps,
  type TooltipProps,
} from "@mantine/core";

const mata: MantineColorsTuple = [
  "#edf6f0",
  "#d8eadd",
  "#b2d5bd",
  "#88bd98",
  "#63a777",
  "#4a9561",
  "#2f7d4a",
  "#226539",
  "#19502c",
  "#0f3a1f",
];
const palha: MantineColorsTuple = [
  "#fbf5e4",
  "#f4e7c2",
  "#e8d093",
  "#dcb863",
  "#d1a33d",
  "#bd8a21",
  "#9c6f14",
  "#7b560f",
  "#5d410c",
  "#412d08",
];
const red: MantineColorsTuple = [
  "#fdf0ee",
  "#f8dad6",
  "#efb1a9",
  "#e5867b",
  "#dc6356",
  "#d14c3e",
  "#bf4034",
  "#b3372b",
  "#932b21",
  "#6f1f18",
];
const gray: MantineColorsTuple = [
  "#f7f9f6",
  "#eff3ee",
  "#e4eae2",
  "#d4dcd2",
  "#bbc6ba",
  "#97a497",
  "#657367",
  "#4a574c",
  "#333e36",
  "#1c2520",
];
const dark: MantineColorsTuple = [
  "#dbe3dc",
  "#bcc7be",
  "#9aa89d",
  "#74827a",
  "#49544d",
  "#37413a",
  "#29312c",
  "#1b221e",
  "#141a16",
  "#0e120f",
];

/** Names every part of a score by a colour; lib/parts.ts refers to them. */
const partsLight = {
  "--part-vector": "#2b7a83",
  "--part-vector-rank": "#7db7bd",
  "--part-lexical": "#c08a1e",
  "--part-lexical-rank": "#e0c17c",
  "--part-pair": "#a8502f",
  "--part-culture": "#5d8f2f",
  "--part-treatment": "#7a5aa6",
  "--part-coverage": "#3f6fb0",
  "--part-phrase": "#b04a76",
  "--part-name": "#2f7d4a",
  "--part-spare-1": "#6b7f3a",
  "--part-spare-2": "#8a6d5a",
  "--part-spare-3": "#4f7d9c",
  "--part-spare-4": "#a07a3f",
  "--part-spare-5": "#7c6a93",
  "--part-spare-6": "#5f8577",
};
const partsDark = {
  "--part-vector": "#55a9b2",
  "--part-vector-rank": "#336c73",
  "--part-lexical": "#d9a840",
  "--part-lexical-rank": "#87682a",
  "--part-pair": "#d67d5b",
  "--part-culture": "#8fbf5c",
  "--part-treatment": "#a88bd2",
  "--part-coverage": "#7aa3dc",
  "--part-phrase": "#d67da3",
  "--part-name": "#63a777",
  "--part-spare-1": "#a3b86b",
  "--part-spare-2": "#b99a86",
  "--part-spare-3": "#83b0cf",
  "--part-spare-4": "#cfa869",
  "--part-spare-5": "#ab99c2",
  "--part-spare-6": "#8fb7a8",
};

const text = "'Source Sans 3 Variable', system-ui, sans-serif";

// What dialogs have in common. What opens is named by its type only: its code comes with what opens it.
const OVER_THE_PAGE = { lockScroll: false, overlayProps: { backgroundOpacity: 0.35 } };

export const theme = createTheme({
  colors: { mata, palha, red, gray, dark },
  primaryColor: "mata",
  primaryShade: { light: 7, dark: 6 },
  fontFamily: text,
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: { fontFamily: `'Bricolage Grotesque Variable', ${text}`, fontWeight: "600" },
  fontSizes: { xs: "0.78rem", sm: "0.875rem", md: "0.96875rem", lg: "1.125rem", xl: "1.3rem" },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.5", lg: "1.5", xl: "1.4" },
  defaultRadius: "md",
  radius: { xs: "3px", sm: "5px", md: "7px", lg: "10px", xl: "16px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Locking the page's scroll would need a <style> element, which the content policy refuses; the
    // page itself never scrolls (the main pane does), so nothing is lost.
    Drawer: { defaultProps: OVER_THE_PAGE satisfies Partial<DrawerProps> },
    Modal: { defaultProps: OVER_THE_PAGE satisfies Partial<ModalProps> },
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: "subtle", color: "gray" } }),
    Badge: { defaultProps: { tt: "none", fw: 600 } satisfies Partial<BadgeProps> },
    Button: Button.extend({ defaultProps: { size: "sm" } }),
    Menu: {
      defaultProps: {
        // In the page's own region; placed by the window, so that no pane cuts it off.
        withinPortal: false,
        floatingStrategy: "fixed",
        // Its stand-in for the focus is no item of a menu: the first item takes the focus.
        withInitialFocusPlaceholder: false,
      } satisfies Partial<MenuProps>,
    },
    Popover: { defaultProps: { shadow: "md", withinPortal: true } satisfies Partial<PopoverProps> },
    Select: {
      defaultProps: { allowDeselect: false, checkIconPosition: "right" } satisfies Partial<SelectProps>,
    },
    Tooltip: {
      defaultProps: {
        openDelay: 350,
        withArrow: true,
        events: { hover: true, focus: true, touch: false },
      } satisfies Partial<TooltipProps>,
    },
  },
});

/** Mixes a theme's quiet colour for a dark ground, where the library's own is nearly black. */
function tint(name: string, ground: string, ink: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-light`]: `color-mix(in srgb, ${ground} 17%, transparent)`,
    [`--mantine-color-${name}-light-hover`]: `color-mix(in srgb, ${ground} 24%, transparent)`,
    [`--mantine-color-${name}-light-color`]: ink,
  };
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...partsLight,
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": gray[9],
    "--mantine-color-dimmed": "#566459",
    "--mantine-color-placeholder": "#616f63",
    "--mantine-color-default-border": gray[3],
    "--mantine-color-disabled": gray[2],
    "--cel-ground": "#f3f6f1",
    "--cel-surface": "#ffffff",
    "--cel-sunken": gray[1],
    "--cel-hover": "#f0f4ee",
    "--cel-active": mata[0],
    "--cel-line": gray[2],
    "--cel-line-strong": gray[3],
    "--cel-accent": mata[7],
    "--cel-accent-ink": mata[8],
    "--cel-mark": "#fbeec2",
    "--cel-focus": "#1f6e3d",
    "--cel-good": "#2a7343",
    "--cel-wait": "#8a5c08",
    "--cel-bad": "#b3372b",
    "--mantine-color-error": "#b3372b",
    "--cel-shadow": "0 1px 2px rgb(20 40 25 / 6%), 0 2px 8px rgb(20 40 25 / 4%)",
  },
  dark: {
    ...partsDark,
    ...tint("mata", mata[4], mata[2]),
    ...tint("palha", palha[4], palha[2]),
    ...tint("gray", gray[5], dark[1]),
    ...tint("red", "#ef8578", "#f5b0a7"),
    ...tint("cyan", "#55a9b2", "#a5d6db"),
    ...tint("violet", "#a88bd2", "#d0c0ea"),
    "--mantine-color-body": dark[7],
    "--mantine-color-text": dark[0],
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-placeholder": "#8d9b91",
    "--mantine-color-default-border": dark[5],
    // What is disabled is seen on a popover too, whose ground is the library's own colour for it.
    "--mantine-color-disabled": dark[5],
    "--cel-ground": "#111613",
    "--cel-surface": dark[7],
    "--cel-sunken": dark[8],
    "--cel-hover": "#222a25",
    "--cel-active": "#1d3225",
    "--cel-line": "#29312c",
    "--cel-line-strong": dark[5],
    "--cel-accent": mata[4],
    "--cel-accent-ink": mata[2],
    "--cel-mark": "#4a3d16",
    "--cel-focus": mata[4],
    "--cel-good": "#5fb37b",
    "--cel-wait": "#dcb863",
    "--cel-bad": "#ef8578",
    "--mantine-color-error": "#ef8578",
    "--cel-shadow": "0 1px 2px rgb(0 0 0 / 35%)",
  },
});
