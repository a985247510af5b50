/** Recaps by mail and in chats have the decisions that stand, and say what they replaced (decisions 59, 63). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { chatBody } from '../server/meetings/recordings/recap-mail/compose-chat.ts'
import { composeMail } from '../server/meetings/recordings/recap-mail/compose-mail.ts'
import { readOutlines } from '../server/meetings/recordings/recap-mail/read-outlines.ts'
import { wordsIn } from '../server/people/mail/words.ts'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

const decision = (id: string, text: string, more: object = {}) => ({
  ...{ id, note: 'n_1', recording: 'r_1', text, made_by: 'u_ada', changed_by_people: true },
  ...{ created_at: '2026-01-06T09:00:00Z', updated_at: '2026-01-06T09:00:00Z', ...more },
})
const items = (...texts: string[]) => texts.map((text, at) => ({ text, timestamp: at }))

/** r_1 is published in ch_eng; n_ada is Ada's alone, n_bo Bo's alone. */
async function decided(decisions: object[], sections: object[] = noted) {
  const [here] = acme() as [{ recordings: object[] }]
  const [recap, ...others] = here.recordings
  await world.load({ ...here, recordings: [{ ...recap, ai_notes: { markdown: '', sections } }, ...others], decisions })
}
const noted = [
  { title: 'Summary', content: 'Of halls.' },
  { title: 'Decisions', items: items('Rent a hall') },
  { title: 'Action items', items: items('Send the deck') },
]
beforeEach(() => world.empty())

/** The sections and their points, as this person reads them by mail, or a channel in its chat. */
async function told(reader: string | null) {
  const wanted = {
    workspaceId: 'ws_acme',
    ids: ['r_1'],
    reader,
    publicUrl: 'https://m.test',
    most: 1,
    words: wordsIn(reader === 'u_ada' ? 'de' : 'en'),
  }
  const { outlines } = await readOutlines(world.db, wanted)
  const mail = { words: wordsIn('de'), more: 0, moreUrl: '', timeZone: 'UTC', foot: { sentBy: '' } }
  const sent = [JSON.stringify(chatBody('generic', outlines[0]!)), composeMail({ ...mail, recaps: outlines }).text]
  const sections = outlines[0]!.sections.map(({ title, points }) => [title, ...points.map(({ text }) => text)])
  for (const [, ...points] of sections)
    for (const text of points)
      assert(
        sent.every((each) => each.includes(text)),
        text,
      )
  return sections
}

test('decisions that were found one by one are listed in place of the notes’, if they stand', async () => {
  await decided([
    decision('dec_1', 'We rent the hall', { detected: true, start_time: 61.5 }),
    decision('dec_2', 'We wait', { detected: true, status: 'withdrawn' }),
    decision('dec_3', 'Tea is served', { start_time: 5 }),
    decision('dec_4', 'No tea', { note: 'n_1', recording: null, supersedes: ['dec_3'] }),
  ])
  assert.deepEqual(await told('u_bo'), [
    ['Summary'],
    ['Decisions', 'We rent the hall'],
    ['Action items', 'Send the deck'],
  ])
  const { status } = await world.request('PATCH', '/api/v1/decision/dec_1', {
    key: keys.ada,
    body: { status: 'withdrawn' },
  })
  assert.equal(status, 200)
  assert.deepEqual(await told('u_bo'), [['Summary'], ['Action items', 'Send the deck']])
})

test('those that people wrote come after what the notes say; other notes get the section too', async () => {
  await decided([decision('dec_1', 'We rent the hall')])
  assert.deepEqual((await told('u_bo'))[1], ['Decisions', 'Rent a hall', 'We rent the hall'])
  await decided([decision('dec_1', 'We rent the hall')], [{ title: 'Risks', content: 'Few.' }])
  assert.deepEqual(await told('u_bo'), [['Risks'], ['Decisions', 'We rent the hall']])
  await decided([])
})

test('what was replaced is quoted to who may see it; a chat is told that there was something', async () => {
  await decided([
    decision('dec_bo', 'Stay at home', { note: 'n_bo', recording: null }),
    decision('dec_ada', 'The bonus pays it', { note: 'n_ada', recording: null }),
    decision('dec_old', 'Rent none', { recording: 'r_1', detected: true }),
    decision('dec_1', 'We rent the hall', { supersedes: ['dec_bo', 'dec_ada'] }),
    decision('dec_2', 'We rent two', { supersedes: ['dec_old'] }),
  ])
  assert.deepEqual((await told('u_bo'))[1], [
    'Decisions',
    'We rent the hall (replaces “Stay at home”)',
    'We rent two (replaces “Rent none”)',
  ])
  assert.deepEqual((await told('u_ada'))[1]![1], 'We rent the hall (ersetzt “The bonus pays it”)')
  assert.deepEqual((await told(null))[1], [
    'Decisions',
    'We rent the hall',
    'We rent two (replaces an earlier decision)',
  ])
})
