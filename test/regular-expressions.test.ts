/**
 * No regular expression takes more than linear time for a long text. The sources are read for all of them, so that a
 * new one is checked too. What is not harmful has its reason here.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { analyse } from 'scslre'
import { parseAst } from 'vite'
import { sentencesOf } from '../server/making/engines/embedded/sentences.ts'

type Found = { file: string; expression: RegExp }

const root = new URL('../', import.meta.url)

/** Files whose expressions see no long text of a stranger, or that never fail where they could be slow. */
const harmless: Record<string, string> = {
  'server/making/engines/embedded/': 'sees one sentence, which has at most 4,000 characters (the last test here)',
  'meeting-import/forms/heading.ts': 'sees one blank in a row, and for a title at most 255 characters',
  'meeting-import/forms/spoken-text.ts': 'sees two blanks in a row at most, and names of at most 80 characters',
  'server/platform/embedded-postgres/server.ts': 'sees the command line of a process of this machine',
  'server/meetings/recordings/transcript/parse-text.ts':
    'ends with (.*)$ over every sign, so it never fails and goes back',
}

const segment = { speaker: '', text: '', start_time: 0, end_time: 1 }

const isHarmful = ({ file }: Found) => !Object.keys(harmless).some((path) => file.startsWith(path))

const files = globSync(['server/**/*.ts', 'meeting-import/**/*.ts', 'sdk/src/*.ts', 'console/**/*.{ts,tsx}'], {
  cwd: root.pathname,
}).filter((name) => !/node_modules|\/dist|\.(test|arbitrary)\.ts$/.test(name))

const found: Found[] = []
// One after the other, because `made` replaces a global.
for (const file of files) found.push(...(await literals(file)), ...(await made(file)))
const contract = 'openapi.json'
JSON.parse(await readFile(new URL(contract, root), 'utf8'), (name, value) => {
  if (name === 'pattern') found.push({ file: contract, expression: new RegExp(value, 'u') })
  return value
})

async function literals(file: string): Promise<Found[]> {
  const text = await readFile(new URL(file, root), 'utf8')
  const expressions: RegExp[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      expressions.push(new RegExp(pattern, flags))
    } else Object.values(node).forEach(visit)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return expressions.map((expression) => ({ file, expression }))
}

/** Those that a file puts together when it is loaded. */
async function made(file: string): Promise<Found[]> {
  const address = new URL(file, root)
  if (!(await readFile(address, 'utf8')).includes('new RegExp(')) return []
  const expressions: RegExp[] = []
  const { RegExp: usual } = globalThis
  globalThis.RegExp = class extends usual {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags)
      expressions.push(new usual(pattern, flags))
    }
  } as RegExpConstructor
  try {
    await import(`${address}?made`)
  } finally {
    globalThis.RegExp = usual
  }
  return expressions.map((expression) => ({ file, expression }))
}

test('no expression is slow for one sign repeated', () => {
  assert(found.length > 500, 'the sources were read')
  const slow = found
    .filter(isHarmful)
    .flatMap(({ file, expression: { source, flags } }) =>
      analyse({ source, flags }).reports.map(({ type }) => `${file}: /${source}/${flags} ${type}`),
    )
  assert.deepEqual(slow, [])
})

/** Texts of the words of an expression, each repeated, and an end that fits nothing. */
function hostileTexts({ source }: RegExp, length: number): string[] {
  const words = source
    .replace(/\\[pP]\{\w+\}|\\[a-zA-Z]|\[[^\]]*\]|\{[\d,]+\}|\(\?<?[=!:]?/g, '\0')
    .match(/[\p{L}\d '"<>:/,=-]+/gu)
  return [...new Set(words)].map((word) => `${`${word} `.repeat(length / (word.length + 1))}\0\n`)
}

function millisecondsOf({ source, flags }: RegExp, text: string): number {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now()
    text.replace(expression, '')
    return performance.now() - begun
  })
  return Math.min(...times)
}

test('no expression is slow for its own words repeated', () => {
  const [short, long] = [4_000, 16_000]
  const quadratic = millisecondsOf(/ab.*c/, 'ab '.repeat(long / 3))
  const growth = (expression: RegExp, at: number) =>
    millisecondsOf(expression, hostileTexts(expression, long)[at]!) /
    millisecondsOf(expression, hostileTexts(expression, short)[at]!)
  // Work of others may slow one half of an attempt.
  const attempts = [1, 2, 3]
  const slow = found
    .filter(isHarmful)
    .filter(({ expression }) =>
      hostileTexts(expression, long).some(
        (text, at) =>
          millisecondsOf(expression, text) > quadratic / 10 && attempts.every(() => growth(expression, at) > 9),
      ),
    )
  assert.deepEqual(
    slow.map(({ file, expression }) => `${file}: ${expression}`),
    [],
  )
  assert(
    attempts.some(() => growth(/ab.*c/, 0) > 9),
    'a slow one would be found',
  )
})

test('the embedded writer sees sentences of at most 4,000 characters', () => {
  for (const text of ['a, '.repeat(50_000), 'x'.repeat(100_000), `Ok ${' '.repeat(100_000)}yes`]) {
    const turn = { speaker: '', segments: [{ ...segment, text }], continues: false }
    for (const punctuated of [true, false]) {
      for (const sentence of sentencesOf(turn, punctuated)) assert(sentence.text.length <= 4_000)
    }
  }
})
