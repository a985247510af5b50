/** Random agendas for the property tests: every shape that the block model allows, with any text that can be stored. */
import fc from 'fast-check'
import { itemStatuses } from '../action-items/schemas.ts'
import { saidStatuses } from '../decisions/schemas.ts'
import { type Agenda, agendaMarker, type Block, completionTypes, maxDepth } from './agenda.ts'

/** Pieces with a meaning in the markup, in Markdown, or for programs that print and split lines. */
const SHARP = [
  ...[
    '\n',
    '\n\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
    '  ',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\u0085',
    '\v',
    '\f',
    '\u0001',
    '\u007f',
  ],
  ...[
    '\u200b',
    '\u200d',
    '\u200e',
    '\u202e',
    '\ufeff',
    '\u00ad',
    '\u3000',
    '\uffff',
    'e\u0301',
    '\u0301',
    '👩‍👩‍👧',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'שלום',
    'مرحبا',
  ],
  ...[
    '\\',
    '\\\\',
    '\\\n',
    '\\]',
    '\\[',
    '\\*',
    '[',
    ']',
    '[x]',
    '[ ]',
    '](',
    '{',
    '}',
    '"',
    "'",
    '=',
    '&',
    ';',
    '`',
    '```',
  ],
  ...[
    '&#',
    '&#32;',
    '&#38;',
    '&#38;#32;',
    '&#0;',
    '&#55296;',
    '&#1114112;',
    '&#x20;',
    '&amp;',
    '&#0000010;',
    '&#00000010;',
  ],
  ...[
    '#',
    '# ',
    '## ',
    '#### ',
    '-',
    '- ',
    '* ',
    '+ ',
    '**',
    '---',
    '> ',
    '1. ',
    ':',
    '::',
    ':::',
    '* Action Item: ',
    '* Decision: ',
  ],
  ...[
    agendaMarker,
    '::agenda',
    '::action-item[',
    '::action-item[a]{#ai_1 due=2026-01-09}',
    '::paragraph[]',
    '::talking-point[',
    '::decision[a]{#dec_1 status=withdrawn}',
    ']{#a}',
  ],
  ...['a', 'b', '1', 'Send the deck', '**bold**', '[a](https://b.test)'],
]

const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => text !== '\0')

/** Any string that can be stored: neither NUL nor lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii' }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 2, arbitrary: fc.array(character, { maxLength: 8 }).map((pieces) => pieces.join('')) },
  { weight: 8, arbitrary: fc.array(fc.constantFrom(...SHARP), { maxLength: 8 }).map((pieces) => pieces.join('')) },
)

const anyId = fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), { freq: 2 })
const anyDate = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const anyAssignee = fc.oneof(
  fc.constantFrom('u_ada', 'u_bo', "o'brien+x=1@acme.test"),
  fc.stringMatching(/^[!#-+\--~é你]{1,12}$/),
)

const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  fc.record({
    type: fc.constant('heading' as const),
    depth: fc.constant(0 as const),
    level: fc.constantFrom(1 as const, 2 as const, 3 as const),
    text: anyText,
  }),
  fc.record({ type: fc.constantFrom('paragraph' as const, 'bullet' as const), depth: fc.nat(maxDepth), text: anyText }),
  fc.record({ type: fc.constant('talking_point' as const), depth: fc.nat(maxDepth), id: anyId, text: anyText }),
  fc.record({
    type: fc.constant('action_item' as const),
    depth: fc.nat(maxDepth),
    id: anyId,
    text: anyText,
    assignees: fc.uniqueArray(anyAssignee, { maxLength: 3 }),
    due_date: fc.option(anyDate, { freq: 1 }),
    status: fc.constantFrom(...itemStatuses),
    completion_type: fc.constantFrom(...completionTypes),
  }),
  fc.record({
    type: fc.constant('decision' as const),
    depth: fc.nat(maxDepth),
    id: anyId,
    text: anyText,
    status: fc.constantFrom(...saidStatuses),
  }),
)

/** Any valid agenda: nesting grows by at most one, ids are distinct. */
export const anyAgenda: fc.Arbitrary<Agenda> = fc.array(anyBlock, { maxLength: 10 }).map((blocks) => {
  let deepest = 0
  const ids = new Set<string>()
  return blocks.map((block) => {
    const copy = { ...block }
    if (copy.type !== 'heading') copy.depth = Math.min(copy.depth, deepest, maxDepth)
    deepest = copy.depth + 1
    if ('id' in copy && copy.id !== null && ids.size === ids.add(copy.id).size) copy.id = null
    return copy
  })
})

/** Text that is nearly native markup, to test the limits of the parser: valid pieces cut, doubled and mixed. */
export const nearlyNative: fc.Arbitrary<string> = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.tuple(fc.constantFrom('', '  ', '    ', ' ', '\t'), anyLine(), fc.constantFrom('\n', '\r\n', '\\\n', '\n\n')),
      { maxLength: 6 },
    ),
  )
  .map(([marked, lines]) => (marked ? `${agendaMarker}\n` : '') + lines.map((parts) => parts.join('')).join(''))

function anyLine(): fc.Arbitrary<string> {
  const start = fc.constantFrom(
    '',
    '# ',
    '### ',
    '- ',
    '-',
    '* ',
    '::action-item[',
    '::talking-point[a]',
    '::paragraph[',
    '::decision[',
  )
  const end = fc.constantFrom(
    '',
    ']',
    '{#a}',
    ']{#b}',
    ']{due=2026-01-09 assignees="u_a, u_b"}',
    "]{assignees='a\"b'}",
    ']{status=Done}',
    ']{status=withdrawn}',
  )
  return fc.tuple(start, anyText, end).map((parts) => parts.join(''))
}
