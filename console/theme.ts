/** The kit with our tokens: one accent, calm greys, light and dark by the system. */
import { type CSSVariablesResolver, createTheme, rem } from '@mantine/core'
import { colors, kitColors, lines, pine, sizes, spaces, weights } from './tokens.ts'

const fontFamily = "'Inter Variable', system-ui, sans-serif"

/** The list of options scrolls itself and is controlled by its field, so it needs no tab stop of its own. */
const longList = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' as const } },
}

/** What people write stands by its own direction. */
const byItsWords = { defaultProps: { dir: 'auto' } }

/** The page has one banner: the head of a dialog is none. */
const noLandmark = { defaultProps: { role: 'presentation' } }

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 7,
  colors: { pine },
  autoContrast: true,
  fontFamily,
  fontWeights: weights,
  headings: {
    fontFamily,
    fontWeight: weights.heading,
    textWrap: 'balance',
    sizes: { h1: { fontSize: '1.75rem', lineHeight: '1.3' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    // Of its own colour it would be hard to read on a yellow ground.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Modal: { styles: { title: { fontWeight: weights.medium, lineHeight: 'var(--mantine-line-height-sm)' } } },
    ModalHeader: noLandmark,
    DrawerHeader: noLandmark,
    Select: longList,
    MultiSelect: longList,
    TextInput: byItsWords,
    Textarea: byItsWords,
    Autocomplete: byItsWords,
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    ...named('--space', Object.fromEntries(spaces.map((pixels) => [pixels, rem(pixels)]))),
    ...named('--size', Object.fromEntries(Object.entries(sizes).map(([name, pixels]) => [name, rem(pixels)]))),
    ...named('-', lines),
  },
  light: { ...named('--color', ofTheme(colors, 0)), ...named('--mantine-color', ofTheme(kitColors, 0)) },
  dark: { ...named('--color', ofTheme(colors, 1)), ...named('--mantine-color', ofTheme(kitColors, 1)) },
})

function ofTheme(all: Record<string, readonly [string, string]>, at: 0 | 1): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, both]) => [name, both[at]]))
}

function named(prefix: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]))
}
