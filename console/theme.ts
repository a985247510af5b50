/** Colours, type and space: one accent, calm greys, light and dark by the system. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  ...(['#eef6f3', '#dbeae5', '#b4d4ca', '#8abdae', '#67aa97'] as const),
  ...(['#4f9c87', '#3a8572', '#2f6f62', '#265c51', '#1b463d'] as const),
]

/** The list of options scrolls itself and is controlled by its field, so it needs no tab stop of its own. */
const longList = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' as const } },
}

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 7,
  colors: { pine },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '620',
    textWrap: 'balance',
    sizes: { h1: { fontSize: '1.75rem', lineHeight: '1.3' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: { Modal: { styles: { title: { fontWeight: 600 } } }, Select: longList, MultiSelect: longList },
})

/** The library's dimmed greys are too faint: these have a contrast of at least 4.5 on every surface. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5f676f',
    '--mantine-color-placeholder': '#5f676f',
    '--mantine-color-anchor': 'var(--mantine-color-pine-8)',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a3a8ad',
    '--mantine-color-placeholder': '#a3a8ad',
    '--mantine-color-anchor': 'var(--mantine-color-pine-2)',
    '--mantine-color-error': '#ff8f8f',
  },
})
