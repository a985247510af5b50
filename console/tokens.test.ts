/** Pages take colours, distances and sizes of letters from `tokens.ts` and the kit, so that they look alike. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { colors, lines, sizes, spaces, weights } from './tokens.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

async function sources(pattern: string): Promise<{ name: string; text: string }[]> {
  const found: { name: string; text: string }[] = []
  for await (const name of glob(pattern, { cwd: folder, exclude: ['node_modules', 'dist', 'words', 'vite.config.ts'] }))
    if (!/^tokens\.|\.test\.ts$/.test(name))
      found.push({ name, text: (await readFile(`${folder}/${name}`, 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '') })
  return found
}

const styles = await sources('**/*.css')
const parts = await sources('**/*.{ts,tsx}')

/** @returns each match with its file */
function matches(files: typeof styles, pattern: RegExp): string[] {
  return files.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([found]) => `${name}: ${found.trim()}`))
}

test('the sources are found', () => {
  assert(styles.length > 15)
  assert(parts.length > 200)
})

test('no other file has a colour', () => {
  const colour = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(/gi
  assert.deepEqual(matches([...styles, ...parts], colour), [])
  const named =
    /\b(?:color|background|border(?:-\w+)?|outline|fill|stroke): [^;]*\b(?:black|white|red|green|blue|gr[ae]y|orange|yellow)(?![\w-])/g
  assert.deepEqual(
    matches(styles, named).filter((each) => !each.includes('var(--mantine-color-')),
    [],
  )
})

test('distances between parts, roundness and sizes of letters are tokens', () => {
  const raw =
    /^\s*(?:(?:row-|column-)?gap|padding[a-z-]*|margin[a-z-]*|font-size|border-radius): [^;]*\d(?:px|rem)[^;]*;/gm
  const ofBorder = /calc\(var\(--space-\d+\) - 3px\)/
  assert.deepEqual(
    matches(styles, raw).filter((each) => !ofBorder.test(each)),
    [],
  )
  assert.deepEqual(matches(styles, /^\s*(?:font-weight|line-height): \d[^;]*;/gm), [])
  const asked = /\b(?:gap|rowGap|spacing|[mp][tbxylr]?)=\{(\d+)\}/g
  assert.deepEqual(
    matches(parts, asked).filter((each) => ![0, ...spaces].includes(Number(/\{(\d+)/.exec(each)![1]))),
    [],
  )
  assert.deepEqual(
    matches(parts, /\bfw=\{(\d+)\}/g).filter((each) => !Object.values(weights).includes(/\{(\d+)/.exec(each)![1]!)),
    [],
  )
})

test('every variable that a style names is there', () => {
  const known = [
    ...spaces.map((space) => `--space-${space}`),
    ...Object.keys(sizes).map((name) => `--size-${name}`),
    ...Object.keys(colors).map((name) => `--color-${name}`),
    ...Object.keys(lines).map((name) => `--${name}`),
  ]
  const used = new Set(
    styles.flatMap(({ text }) =>
      [...text.matchAll(/var\((--(?:space|size|color|line)\b[\w-]*)/g)].map(([, name]) => name!),
    ),
  )
  assert.deepEqual(
    [...used].filter((name) => !known.includes(name)),
    [],
  )
  assert.deepEqual(
    Object.keys(colors).filter((name) => !used.has(`--color-${name}`)),
    [],
  )
})

test('an action that deletes has a readable red: the one of the kit is too faint on white', () => {
  assert.deepEqual(matches(parts, /<Menu\.Item[^>]* color="red/g), [])
})
