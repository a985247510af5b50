/** Decisions, and what replaced what (decision 63). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/world-database.ts'

const notes = [
  { id: 'n', title: 'x' },
  { id: 'm', title: 'y' },
]

const load = (database: TestDatabase, decisions: object[]) =>
  database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme', notes, decisions }] })

const dec = (id: string, more: object = {}) => ({ id, note: 'n', text: id, ...more })

test('63: a decision does not move to another note, where others would read it', async () => {
  await using database = await openTestDatabase()
  await load(database, [dec('a')])
  await assert.rejects(load(database, [dec('a', { note: 'm' })]), {
    message: 'workspaces[0].decisions[0].note: is another one than that of the stored decision',
  })
})

test('63: one proposal for each older decision', async () => {
  await using database = await openTestDatabase()
  const proposals = [
    { older: 'a', kind: 'replaces' },
    { older: 'a', kind: 'repeats' },
  ]
  await assert.rejects(load(database, [dec('a'), dec('b', { proposals })]), {
    message: 'workspaces[0].decisions[1].proposals[1].older: a is there twice',
  })
})

test('63: successors may be swapped, also by decisions that are far from each other in the file', async () => {
  await using database = await openTestDatabase()
  const others = Array.from({ length: 1_100 }, (_, n) => dec(`d_${n}`))
  const world = (first: string, last: string) => [
    dec('first', { supersedes: [first] }),
    dec('a'),
    dec('b'),
    ...others,
    dec('last', { supersedes: [last] }),
  ]
  await load(database, world('a', 'b'))
  const { created, updated } = await load(database, world('b', 'a'))
  assert.deepEqual([created, updated], [0, 2])
  const successions = await database.db
    .selectFrom('decision_successions')
    .select(['newer', 'older'])
    .orderBy('older')
    .execute()
  assert.deepEqual(successions, [
    { newer: 'last', older: 'a' },
    { newer: 'first', older: 'b' },
  ])
  assert.equal((await load(database, world('b', 'a'))).updated, 0)
})

test('63: two successors of one decision are refused, in one batch, in several, and beside a stored one', async () => {
  await using database = await openTestDatabase()
  const message = /^workspaces\[0\]\.decisions\[\d+\]\.supersedes: a has another successor$/
  const [b, c] = ['b', 'c'].map((id) => dec(id, { supersedes: ['a'] }))
  await assert.rejects(load(database, [dec('a'), b!, c!]), { message })
  const others = Array.from({ length: 1_100 }, (_, n) => dec(`d_${n}`))
  await assert.rejects(load(database, [dec('a'), b!, ...others, c!]), { message })
  await load(database, [dec('a'), b!])
  await assert.rejects(load(database, [c!]), { message })
  await load(database, [dec('b', { supersedes: null }), c!])
})

test('63: a ring is refused, also one below which others hang; a long chain is none', async () => {
  await using database = await openTestDatabase()
  const chain = Array.from({ length: 3_000 }, (_, n) => dec(`d_${n}`, n > 0 ? { supersedes: [`d_${n - 1}`] } : {}))
  await load(database, chain)
  const ring = [dec('a', { supersedes: ['b', 'c'] }), dec('b', { supersedes: ['a'] }), dec('c')]
  await assert.rejects(load(database, ring), {
    message: 'workspaces[0].decisions: those that supersede a supersede themselves',
  })
  await assert.rejects(load(database, [dec('d_0', { supersedes: ['d_2999'] })]), {
    message: 'workspaces[0].decisions: those that supersede d_0 supersede themselves',
  })
})

test('29b: a decision of a recording without a transcript has no quotation, also after a second import', async () => {
  await using database = await openTestDatabase()
  const segment = { speaker: 'Ada', text: 'We rent it now.', start_time: 0, end_time: 1 }
  const transcript = { language_code: 'en', speech_segments: [segment] }
  const sentence = { text: 'They rent.', segment: 0, timestamp: 0, quote: segment.text }
  const ai_notes = { markdown: 'x', sections: [{ title: 't', sentences: [sentence], items: [] }] }
  const world = (retention: string) => ({
    workspaces: [
      {
        subdomain: retention.replace('_', ''),
        name: 'Acme',
        retention,
        notes,
        recordings: [{ id: 'r', note: 'n', title: 'x', transcript, ai_notes }],
        decisions: [dec('a', { recording: 'r', quote: 'We rent it', speaker: 'Ada', start_time: 0 })],
      },
    ],
  })
  for (const [retention, quote] of [
    ['standard', 'We rent it'],
    ['zero_day', null],
  ] as const) {
    await database.load(world(retention))
    const { created, updated } = await database.load(world(retention))
    assert.deepEqual([created, updated], [0, 0], retention)
    const subdomain = retention.replace('_', '')
    const [decision] = (await database.read(subdomain)).decisions
    assert.deepEqual([decision.quote, decision.speaker, decision.start_time], [quote, quote && 'Ada', 0], retention)
  }
})

test('63: other words of either decision end what was proposed for the words before, except what somebody dismissed', async () => {
  await using database = await openTestDatabase()
  const of = (older: string, dismissed = false) => ({ older, kind: 'replaces', dismissed })
  const proposals = [of('a'), of('b', true), of('c')]
  await load(database, [dec('a'), dec('b'), dec('c'), dec('d', { proposals })])
  const left = async () =>
    (await database.db.selectFrom('decision_proposals').select('older').orderBy('older').execute()).map(
      ({ older }) => older,
    )
  await load(database, [dec('a', { text: 'other' }), dec('b', { text: 'other' }), dec('c', { detected: true })])
  assert.deepEqual(await left(), ['b', 'c'])
  await load(database, [dec('d', { text: 'other' })])
  assert.deepEqual(await left(), ['b'])
  await load(database, [dec('d', { text: 'third', proposals })])
  assert.deepEqual(await left(), ['a', 'b', 'c'])
})
