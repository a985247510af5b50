/** Colours, type and space: one accent, calm greys, light and dark by the system. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  ...(['#eef6f3', '#dbeae5', '#b4d4ca', '#8abdae', '#67aa97'] as const),
  ...(['#4f9c87', '#3a8572', '#2f6f62', '#265c51', '#1b463d'] as const),
]

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  colors: { pine },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '620' },
  defaultRadius: 'md',
  cursorType: 'pointer',
})
