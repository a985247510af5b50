/** *Pure.* Distances, sizes, weights and colours of every page. `theme.ts` gives them to the kit and to CSS. */

/** In pixels at the usual size of letters: CSS says `var(--space-8)`, a part of the kit `gap={8}` or a name of the kit. */
export const spaces = [2, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32, 36, 40, 48] as const

/** In pixels: CSS says `var(--size-touch)`. `target`: what is pressed; `touch`: with a finger. */
export const sizes = { dot: 6, target: 24, touch: 44, page: 880 }

/** Those of the kit, and one for what is said a little louder than the text around it. */
export const weights = { regular: '400', emphasis: '550', medium: '600', heading: '620', bold: '700' }

/** The accent, from the lightest to the darkest. */
export const pine = [
  ...(['#eef6f3', '#dbeae5', '#b4d4ca', '#8abdae', '#67aa97'] as const),
  ...(['#4f9c87', '#3a8572', '#2f6f62', '#265c51', '#1b463d'] as const),
] as const

/** What draws the edge of a part. */
export const lines = {
  line: '1px solid var(--mantine-color-default-border)',
  'line-faint': '1px solid var(--color-faint)',
}

const kit = (name: string) => `var(--mantine-color-${name})`
const pineAt = (percent: number) => `rgb(79 156 135 / ${percent}%)`

type InBothThemes = Record<string, readonly [light: string, dark: string]>

/** Each in the light and in the dark theme: CSS says `var(--color-surface)`. */
export const colors = {
  surface: [kit('gray-0'), kit('dark-6')],
  sunken: [kit('gray-0'), kit('dark-8')],
  raised: [kit('white'), kit('dark-6')],
  faint: [kit('gray-1'), kit('dark-5')],
  'quiet-text': [kit('gray-7'), kit('gray-4')],
  accent: [kit('pine-0'), pineAt(16)],
  'accent-hover': [kit('pine-1'), pineAt(28)],
  'accent-strong': [kit('pine-2'), pineAt(36)],
  'accent-text': [kit('pine-8'), kit('pine-2')],
  bar: [kit('pine-4'), kit('pine-6')],
  warning: ['#fff3d6', 'rgb(250 176 5 / 18%)'],
  'warning-text': ['#6b4700', '#ffe3a8'],
  error: ['#fdecec', 'rgb(224 49 49 / 22%)'],
  'error-text': ['#a51d1d', '#ffc2c2'],
  recording: [kit('red-7'), kit('red-7')],
  found: ['#ffec99', '#665200'],
  'found-line': ['#b87700', '#ffd43b'],
  changed: [kit('yellow-1'), 'rgb(255 212 59 / 18%)'],
  elevated: ['#ffe9bd', '#4a3200'],
  'elevated-text': ['#452c00', '#ffe3a8'],
  acting: ['#8a2436', '#7d2333'],
  lost: ['#5c3d00', '#ffe3a8'],
  'lost-text': ['#ffffff', '#3a2700'],
} satisfies InBothThemes

/** Colours of the kit that are too faint: these have a contrast of at least 4.5 on every surface. */
export const kitColors = {
  dimmed: ['#5f676f', '#a3a8ad'],
  placeholder: ['#5f676f', '#a3a8ad'],
  anchor: [kit('pine-8'), kit('pine-2')],
  error: ['#c92a2a', '#ff8f8f'],
} satisfies InBothThemes
