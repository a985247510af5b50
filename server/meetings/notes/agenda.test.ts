import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tries } from '../../../test/support/random.ts'
import { anyAgenda, anyText, nearlyNative } from './agenda.arbitrary.ts'
import { type Agenda, AgendaError, agendaMarker } from './agenda.ts'
import { parseAgenda } from './agenda-parse.ts'
import { printAgenda } from './agenda-print.ts'

const EXAMPLE = String.raw`::agenda{version=1}

# Goals
Plain **paragraph** text.
- A bullet
  - a nested bullet\
  with a second line
::talking-point[Pricing]{#tp_1}
  ::action-item[Send the [deck](https://acme.test/d)]{#ai_1 assignees="u_ada u_bo" due=2026-01-09 status=Done completion=all}
::action-item[Call Bo]
::decision[We rent the hall]{#dec_1}
  ::decision[Not [the barn](https://acme.test/b)]{#dec_2 status=withdrawn}
::decision[]`

const EXAMPLE_BLOCKS: Agenda = [
  { type: 'heading', depth: 0, level: 1, text: 'Goals' },
  { type: 'paragraph', depth: 0, text: 'Plain **paragraph** text.' },
  { type: 'bullet', depth: 0, text: 'A bullet' },
  { type: 'bullet', depth: 1, text: 'a nested bullet\nwith a second line' },
  { type: 'talking_point', depth: 0, id: 'tp_1', text: 'Pricing' },
  {
    type: 'action_item',
    depth: 1,
    id: 'ai_1',
    text: 'Send the [deck](https://acme.test/d)',
    assignees: ['u_ada', 'u_bo'],
    due_date: '2026-01-09',
    status: 'Done',
    completion_type: 'all',
  },
  {
    type: 'action_item',
    depth: 0,
    id: null,
    text: 'Call Bo',
    assignees: [],
    due_date: null,
    status: 'Incomplete',
    completion_type: 'any',
  },
  { type: 'decision', depth: 0, id: 'dec_1', text: 'We rent the hall', status: 'stands' },
  { type: 'decision', depth: 1, id: 'dec_2', text: 'Not [the barn](https://acme.test/b)', status: 'withdrawn' },
  { type: 'decision', depth: 0, id: null, text: '', status: 'stands' },
]

test('2.2: the example is parsed into its blocks and printed as the same text', () => {
  assert.deepEqual(parseAgenda(EXAMPLE), EXAMPLE_BLOCKS)
  assert.equal(printAgenda(EXAMPLE_BLOCKS), EXAMPLE)
})

test('the empty agenda is the empty text, and whitespace is parsed as empty', () => {
  assert.equal(printAgenda([]), '')
  for (const blank of ['', ' ', '\n\n', '\r\n \t\n', '\ufeff', agendaMarker, `\n${agendaMarker}\n\n`]) {
    assert.deepEqual(parseAgenda(blank), [], JSON.stringify(blank))
  }
})

test('2.2: a printed agenda is parsed to the same blocks, and prints the same again', () => {
  const property = fc.property(anyAgenda, (agenda) => {
    const printed = printAgenda(agenda)
    assert.deepEqual(parseAgenda(printed), agenda)
    assert.deepEqual(parseAgenda(printed, { fragment: true }), agenda)
    assert.equal(printAgenda(parseAgenda(printed)), printed)
  })
  fc.assert(property, { numRuns: tries({ suite: 1_500, deep: 15_000 }) })
})

test('a printed agenda is parsed the same with CR LF, spaces at line ends and blank lines between blocks', () => {
  const property = fc.property(anyAgenda, (agenda) => {
    const printed = printAgenda(agenda)
    assert.deepEqual(parseAgenda(printed.replaceAll('\n', '\r\n')), agenda)
    assert.deepEqual(parseAgenda(printed.replaceAll('\n', ' \t\n')), agenda)
    assert.deepEqual(parseAgenda(`\n \n${printed.replaceAll(/(?<!\\)\n/g, '\n\n')}\n`), agenda)
    assert.deepEqual(parseAgenda(printed.trim()), agenda)
  })
  fc.assert(property, { numRuns: 2_000 })
})

test('a printed agenda has no invisible characters', () => {
  const property = fc.property(anyAgenda, (agenda) => {
    assert.doesNotMatch(printAgenda(agenda), /(?!\n)[\p{Cc}\u2028\u2029\u200b\u202e\ufeff]|[^\S\n]$/mu)
  })
  fc.assert(property, { numRuns: 2_000 })
})

test('two agendas, one after the other, are parsed as one agenda', () => {
  const withoutIds = anyAgenda.map((agenda) => agenda.map((block) => ('id' in block ? { ...block, id: null } : block)))
  const property = fc.property(withoutIds, withoutIds, (above, below) => {
    const both = [...above, ...parseAgenda(printAgenda(below), { fragment: true })]
    assert.deepEqual(parseAgenda(printAgenda(both)), [...above, ...below])
  })
  fc.assert(property, { numRuns: 500 })
})

test('any text is rejected with a line number, or becomes an agenda that prints and parses the same', () => {
  const numRuns = tries({ suite: 2_000, deep: 20_000 })
  let read = 0
  let refused = 0
  const anyInput = fc.oneof(fc.string({ unit: 'binary' }), anyText, { weight: 4, arbitrary: nearlyNative })
  const property = fc.property(anyInput, fc.boolean(), (text, fragment) => {
    const agenda = readOrLine(text, fragment)
    if (typeof agenda === 'number') {
      refused++
      assert.ok(agenda >= 1 && agenda <= text.split('\n').length, `line ${agenda}`)
    } else {
      read++
      assert.deepEqual(parseAgenda(printAgenda(agenda)), agenda)
    }
  })
  fc.assert(property, { numRuns })
  assert.ok(
    read > numRuns / 10 && refused > numRuns / 10,
    `the texts must be of both kinds: ${read} read, ${refused} refused`,
  )
})

test('a cut or changed text is rejected, or becomes an agenda that prints and parses the same', () => {
  const property = fc.property(anyAgenda, fc.nat(), fc.nat(20), anyText, (agenda, at, length, put) => {
    const printed = printAgenda(agenda)
    const start = at % (printed.length + 1)
    const changed = parsed(printed.slice(0, start) + put + printed.slice(start + length))
    if (changed !== undefined) assert.deepEqual(parseAgenda(printAgenda(changed)), changed)
  })
  fc.assert(property, { numRuns: tries({ suite: 1_000, deep: 5_000 }) })
})

test('texts keep every character; only characters that would otherwise be lost are written as references', () => {
  const written: [text: string, paragraph: string, talkingPoint: string][] = [
    [
      '**bold** \\* `]` &amp; &#x20; C:\\temp',
      '**bold** \\* `]` &amp; &#x20; C:\\temp',
      '[**bold** \\* `&#93;` &amp; &#x20; C:\\temp]',
    ],
    ['', '::paragraph[]', '[]'],
    [' a ', '&#32;a&#32;', '[&#32;a&#32;]'],
    ['# a', '&#35; a', '[# a]'],
    ['#a -1 **', '#a -1 **', '[#a -1 **]'],
    ['-', '&#45;', '[-]'],
    ['::action-item[a]', '&#58;:action-item[a]', '[::action-item[a]]'],
    ['[x] [a][', '[x] [a][', '[[x] [a]&#91;]'],
    ['][', '][', '[&#93;&#91;]'],
    ['\\] \\[', '\\] \\[', '[\\] \\[]'],
    ['&#32; &#0;', '&#38;#32; &#38;#0;', '[&#38;#32; &#38;#0;]'],
    ['a\\', 'a&#92;', '[a&#92;]'],
    ['a\\\\', 'a\\\\', '[a\\\\]'],
    ['a\nb', 'a\\\nb', '[a\\\nb]'],
    ['a\n- b', 'a\\\n&#45; b', '[a\\\n&#45; b]'],
    ['\na\n\nb\n', '\\\na\\\n\\\nb&#10;', '[\\\na\\\n\\\nb&#10;]'],
    ['a\tb\rc\u2028d\u0085e\u200bf', 'a&#9;b&#13;c&#8232;d&#133;e&#8203;f', '[a&#9;b&#13;c&#8232;d&#133;e&#8203;f]'],
    ['👩‍👩‍👧 e\u0301 שלום a\u00a0b', '👩‍👩‍👧 e\u0301 שלום a\u00a0b', '[👩‍👩‍👧 e\u0301 שלום a\u00a0b]'],
  ]
  for (const [text, paragraph, talkingPoint] of written) {
    assert.equal(printAgenda([{ type: 'paragraph', depth: 0, text }]), `${agendaMarker}\n\n${paragraph}`)
    assert.equal(
      printAgenda([{ type: 'talking_point', depth: 0, id: null, text }]),
      `${agendaMarker}\n\n::talking-point${talkingPoint}`,
    )
  }
})

test('parsing time grows linearly with the length of any text', () => {
  const hostile: Record<string, (length: number) => string> = {
    brackets: (length) => `::action-item[${'['.repeat(length)}`,
    'pairs of brackets': (length) => `::action-item[${'['.repeat(length / 2)}${']'.repeat(length / 2)}]`,
    backslashes: (length) => `a ${'\\'.repeat(length)} b`,
    'a line of spaces': (length) => `a${' '.repeat(length)}b`,
    'spaces in attributes': (length) => `::action-item[a]{${' '.repeat(length)}!`,
    attributes: (length) =>
      `::action-item[a]{${Array.from({ length: length / 8 }, (_, index) => `a${index}=1 `).join('')}`,
    'a long value': (length) => `::action-item[a]{due=${'1'.repeat(length)}"`,
    'a long name': (length) => `::${'a'.repeat(length)}!`,
    assignees: (length) => `::action-item[a]{assignees="${'u, '.repeat(length / 3)}"}`,
    'half a reference': (length) => '&#1'.repeat(length / 3),
    references: (length) => '&#32;'.repeat(length / 5),
    'number signs': (length) => `${'#'.repeat(length)}!`,
    'hard breaks': (length) => `${'\\\n'.repeat(length / 2)}a`,
    'blank lines': (length) => '\n'.repeat(length),
    blocks: (length) => '- a\n'.repeat(length / 4),
    'items with ids': (length) =>
      Array.from({ length: length / 20 }, (_, index) => `::talking-point[]{#${index}}\n`).join(''),
  }
  for (const [name, make] of Object.entries(hostile)) {
    const [short, long] = [make(8_000), make(512_000)]
    const apart = fastest(() => {
      for (let count = 0; count < 64; count++) readAndPrint(short)
    })
    const together = fastest(() => readAndPrint(long))
    // The same amount of text: linear time makes them about equal, quadratic time 64 times apart.
    assert.ok(together < 12 * Math.max(apart, 10), `${name}: ${apart} ms in 64 texts, ${together} ms in one`)
  }
})

function readAndPrint(text: string): void {
  const source = `${agendaMarker}\n${text}`
  const agenda = parsed(source)
  printAgenda(agenda ?? [{ type: 'talking_point', depth: 0, id: null, text }])
}

/** @returns CPU time of this thread in milliseconds, the best of three runs */
function fastest(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const start = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

function parsed(text: string): Agenda | undefined {
  const agenda = readOrLine(text, false)
  return typeof agenda === 'number' ? undefined : agenda
}

/** @returns the agenda, or the line of the error; any other error is thrown */
function readOrLine(text: string, fragment: boolean): Agenda | number {
  try {
    return parseAgenda(text, { fragment })
  } catch (error) {
    if (error instanceof AgendaError) return error.line
    throw error
  }
}
