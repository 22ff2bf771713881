import { alpha, createTheme, darken, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** The brand colour, an indigo. White text is readable on shade 6, and shade 3 is readable on the dark canvas. */
const brand: MantineColorsTuple = [
  '#eef0ff',
  '#dfe2fe',
  '#c3c8fb',
  '#a3aaf7',
  '#8188f2',
  '#6366e8',
  '#4f4fd8',
  '#4340bd',
  '#383798',
  '#2b2b70',
]

/** Neutrals of the dark scheme, from text (0) over borders (4) and cards (6) to the canvas (8). */
const dark: MantineColorsTuple = [
  '#e9eaee',
  '#b4b8c2',
  '#9ba0ab',
  '#6f7480',
  '#353841',
  '#2a2d34',
  '#1d1f25',
  '#191b20',
  '#121317',
  '#0c0d0f',
]

// Components are named by plain keys. Importing one for its `extend` would add it to the first screen's JavaScript.
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  colors: { brand, dark },
  black: '#1b1d22',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: 'Inter, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    // A badge is never truncated. Its neighbours shrink instead.
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550 },
      styles: { root: { flexShrink: 0, minWidth: 'max-content', letterSpacing: 0 } },
    },
    // The size of ui/box.module.css.
    Checkbox: { defaultProps: { radius: 'xs' }, styles: { root: { '--checkbox-size': '18px' } } },
    Radio: { styles: { root: { '--radio-size': '18px' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: { styles: { label: { marginBottom: 4, fontWeight: 550 } } },
    // The header would be a second banner landmark otherwise.
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'presentation' } } },
      styles: { title: { fontSize: '1rem', fontWeight: 620, lineHeight: 1.35 }, content: { scrollPaddingTop: 72 } },
    },
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'presentation' } }, centered: true },
      // The focused element must not hide behind the sticky header.
      styles: { title: { fontSize: '1rem', fontWeight: 620, lineHeight: 1.35 }, content: { scrollPaddingTop: 72 } },
    },
    Pill: { defaultProps: { removeButtonProps: { 'aria-label': 'Remove' } } },
  },
})

/**
 * The colours of the canvas, of cards, and of text on tints. Mantine's own text on a tint (shade 6 or 7) fails WCAG AA. A darkened shade 9
 * and shade 2 pass it in both schemes.
 */
export const cssVariables: CSSVariablesResolver = ({ colors }) => {
  const light: Record<string, string> = {}
  const night: Record<string, string> = {}
  for (const [name, shades] of Object.entries(colors)) {
    light[`--mantine-color-${name}-light`] = alpha(shades[6], 0.12)
    light[`--mantine-color-${name}-light-color`] = darken(shades[9], 0.25)
    night[`--mantine-color-${name}-light`] = alpha(shades[5], 0.16)
    night[`--mantine-color-${name}-light-color`] = shades[2]
  }
  return {
    variables: {},
    light: {
      ...light,
      '--canvas': '#f5f6f8',
      '--card': '#ffffff',
      '--hairline': '#e2e4e9',
      '--hover': '#eceef2',
      '--control-border': '#868b98',
      '--focus': 'var(--mantine-color-brand-6)',
      '--mantine-color-dimmed': '#5b616e',
      '--mantine-color-placeholder': '#6a707d',
      '--mantine-color-error': colors.red[9],
      '--mantine-color-anchor': 'var(--mantine-color-brand-7)',
      '--mantine-color-default-border': '#d3d6dd',
    },
    dark: {
      ...night,
      '--canvas': 'var(--mantine-color-dark-8)',
      '--card': 'var(--mantine-color-dark-7)',
      '--hairline': 'var(--mantine-color-dark-5)',
      '--hover': 'var(--mantine-color-dark-6)',
      '--control-border': '#7b818d',
      '--focus': 'var(--mantine-color-brand-4)',
      '--mantine-color-text': 'var(--mantine-color-dark-0)',
      '--mantine-color-dimmed': '#a2a7b3',
      '--mantine-color-placeholder': '#8f95a1',
      '--mantine-color-error': colors.red[4],
      '--mantine-color-anchor': 'var(--mantine-color-brand-3)',
    },
  }
}
