/** What was decided and is open before a meeting of a series (decision 56), over the API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { maxPoints } from '../server/reading/ask/present-brief.ts'
import { briefLimits } from '../server/reading/ask/read-brief.ts'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
  await world.load({ subdomain: 'acme', name: 'Acme', ...meetings() })
})
after(() => world[Symbol.asyncDispose]())

const event = (day: string, attendees: string[], more: object = {}) => ({
  guid: `evt_${day}`,
  series: 'se_w',
  title: `Weekly ${day}`,
  start: `2026-${day}T09:00:00Z`,
  end: `2026-${day}T09:30:00Z`,
  attendees: attendees.map((name) => ({ email: `${name}@acme.test`, name })),
  ...more,
})
const note = (id: string, day: string) => ({ id, event: `evt_${day}`, series: 'se_w', title: `Weekly ${day}` })
const points = (...texts: string[]) => texts.map((text, at) => ({ text, timestamp: 10 * (at + 1) }))
const recap = (id: string, noteId: string, decisions: string[], open_questions: string[] = []) => ({
  id,
  note: noteId,
  title: `Recap ${id}`,
  ai_notes: {
    markdown: '# Notes',
    sections: [
      { title: 'Summary', content: 'Not a decision.' },
      { title: 'Decisions', items: points(...decisions) },
      ...(open_questions.length > 0 ? [{ title: 'Open questions', items: points(...open_questions) }] : []),
    ],
  },
})

/** Of a series: two with Bo, one without him, a cancelled one, the next one, and one after it. */
function meetings(): object {
  const both = ['ada', 'bo']
  return {
    series: [{ id: 'se_w', title: 'Weekly' }],
    events: [
      event('01-12', both),
      event('01-19', both),
      event('01-20', ['ada']),
      event('01-21', both, { cancelled_at: '2026-01-20T00:00:00Z' }),
      event('01-26', both),
      event('02-02', both),
    ],
    notes: [
      note('n_12', '01-12'),
      note('n_19', '01-19'),
      note('n_20', '01-20'),
      note('n_21', '01-21'),
      note('n_next', '01-26'),
      note('n_later', '02-02'),
      { id: 'n_alone', title: 'Alone', created_by: 'u_bo' },
    ],
    recordings: [
      recap('r_12', 'n_12', ['We launch in March.', 'The logo is green.'], ['Who tells the customers?']),
      recap('r_19', 'n_19', ['the LOGO is green.'], ['Is the budget enough?']),
      recap('r_20', 'n_20', ['The bonus is secret.']),
      { ...recap('r_20_shared', 'n_20', ['The office moves.']), shared_with: [{ user: 'u_bo', by: 'u_ada' }] },
      recap('r_21', 'n_21', ['Of a cancelled meeting.']),
      recap('r_later', 'n_later', ['Not yet.']),
    ],
    action_items: [
      { id: 'ai_12', note: 'n_12', text: 'Order batteries', assignees: ['u_bo'], due_date: '2026-01-30' },
      { id: 'ai_done', note: 'n_12', text: 'Done', status: 'Done' },
      { id: 'ai_gone', note: 'n_12', text: 'Archived', status: 'Archived' },
      { id: 'ai_20', note: 'n_20', text: 'Hers alone', assignees: ['u_bo'] },
      { id: 'ai_next', note: 'n_next', text: 'Of this meeting' },
    ],
  }
}

const read = (id = 'n_next', key = keys.bo) => world.get(`/api/v1/note/${id}/brief`, key)
const texts = (list: { text: string }[]) => list.map(({ text }) => text)

test('decisions, open items and open questions of earlier meetings, with their place', async () => {
  const { status, body, text } = await read()
  assert.equal(status, 200, text)
  const { series_id, decisions, open_items, open_questions } = body.brief
  assert.equal(series_id, 'se_w')
  // Of the meeting of the 20th Bo sees one recap, and neither its note nor the item in it.
  assert.deepEqual(texts(decisions), ['The office moves.', 'the LOGO is green.', 'We launch in March.'])
  assert.deepEqual(texts(open_questions), ['Is the budget enough?', 'Who tells the customers?'])
  assert.match(decisions[2].url, /\/recap\/r_12\?t=10$/)
  assert.deepEqual(
    { ...decisions[2], url: '' },
    {
      text: 'We launch in March.',
      note_id: 'n_12',
      recording_id: 'r_12',
      title: 'Recap r_12',
      event_start: '2026-01-12T09:00:00.000Z',
      start_time: 10,
      url: '',
    },
  )
  assert.deepEqual(
    open_items.map(({ item, title }: { item: { id: string }; title: string }) => [item.id, title]),
    [
      ['ai_12', 'Weekly 01-12'],
      ['ai_1', 'Weekly 5 Jan'],
    ],
  )
  assert.match(open_items[0].url, /\/note\/n_12$/)
  const { body: item } = await world.get('/api/v1/action_item/ai_12', keys.bo)
  assert.deepEqual(open_items[0].item, item.action_item)
})

const decision = (id: string, source: object, more: object = {}) => ({
  ...{
    id,
    text: id,
    made_by: 'u_ada',
    changed_by_people: true,
    created_at: '2026-01-22T00:00:00Z',
    ...source,
    ...more,
  },
})
test('63: what the last meeting decided, with what replaced it since, then what still stands of those before', async () => {
  await using own = await openWorld()
  await own.load(...acme())
  await own.load({
    subdomain: 'acme',
    name: 'Acme',
    ...meetings(),
    decisions: [
      decision('dec_old', { note: 'n_12' }),
      decision('dec_hall', { note: 'n_12' }),
      decision('dec_back', { note: 'n_12' }, { status: 'withdrawn' }),
      decision('dec_late', { note: 'n_19', recording: 'r_19' }, { start_time: 20, supersedes: ['dec_old'] }),
      decision('dec_early', { note: 'n_19', recording: 'r_19' }, { start_time: 10, detected: true }),
      decision('dec_moves', { note: 'n_20', recording: 'r_20_shared' }),
      decision('dec_gone', { note: 'n_20', recording: 'r_20_shared' }, { status: 'withdrawn' }),
      decision('dec_bonus', { note: 'n_20', recording: 'r_20' }, { supersedes: ['dec_hall'] }),
      decision('dec_cancelled', { note: 'n_21' }),
      decision('dec_here', { note: 'n_next' }, { supersedes: ['dec_moves'] }),
      decision('dec_later', { note: 'n_later' }),
      decision('dec_alone', { note: 'n_alone' }),
    ],
  })
  const read = async (key: string, id = 'n_next') => {
    const { status, body, text } = await own.get(`/api/v1/note/${id}/brief`, key)
    assert.equal(status, 200, text)
    const ids = (list: { id: string }[]) => list.map(({ id }) => id)
    const { last_time, standing, decisions } = body.brief
    return { last: ids(last_time), standing: ids(standing), noted: texts(decisions), last_time }
  }
  // Bo sees one recap of the last meeting. That the hall stands no more he knows, and not why.
  const bo = await read(keys.bo)
  assert.deepEqual([bo.last, bo.standing], [['dec_moves'], ['dec_early', 'dec_late']])
  assert.deepEqual(bo.last_time, [(await own.get('/api/v1/decision/dec_moves', keys.bo)).body.decision])
  assert.deepEqual([bo.last_time[0].status, bo.last_time[0].superseded_by], ['superseded', 'dec_here'])
  // The AI notes of r_19 have no decision that is not there.
  assert.deepEqual(bo.noted, ['The office moves.', 'We launch in March.', 'The logo is green.'])
  const ada = await read(keys.ada)
  assert.deepEqual([ada.last.toSorted(), ada.standing], [['dec_bonus', 'dec_moves'], bo.standing])
  assert.deepEqual((await read(keys.bo, 'n_12')).standing, [])
})

test('63: fifty decisions at most, those of the last meeting first', async () => {
  await using own = await openWorld()
  await own.load(...acme())
  const many = (count: number, note: string) =>
    Array.from({ length: count }, (_, n) => decision(`dec_${note}_${n}`, { note }))
  const counts = async (last: number, before: number) => {
    await own.empty()
    await own.load(...acme())
    await own.load({
      subdomain: 'acme',
      name: 'Acme',
      ...meetings(),
      decisions: [...many(before, 'n_12'), ...many(last, 'n_19')],
    })
    const { body } = await own.get('/api/v1/note/n_20/brief', keys.ada)
    return [body.brief.last_time.length, body.brief.standing.length]
  }
  assert.deepEqual(await counts(20, 29), [20, 29])
  assert.deepEqual(await counts(20, 30), [20, 30])
  assert.deepEqual(await counts(20, 31), [20, 30])
  assert.deepEqual(await counts(51, 1), [briefLimits.decisions, 0])
})

test('who sees more is told more, and what a person edited counts', async () => {
  assert(texts((await read('n_next', keys.adaRegular)).body.brief.decisions).includes('The bonus is secret.'))
  assert.equal(texts((await read('n_later', keys.ada)).body.brief.decisions).length, 4)
  const markdown = '# Notes\n\n## Decisions\n\nWe wait.\n\nAda decides.\n'
  const edited = await world.patch('/api/v1/recording/r_19', keys.bo, { ai_notes: { markdown } })
  assert.equal(edited.status, 200, edited.text)
  assert.deepEqual(texts((await read()).body.brief.decisions).slice(1, 3), ['We wait.', 'Ada decides.'])
})

test('a note without a series has an empty brief; one that the caller does not see is 404', async () => {
  const empty = { series_id: null, last_time: [], standing: [], decisions: [], open_items: [], open_questions: [] }
  assert.deepEqual((await read('n_alone')).body, { brief: empty })
  for (const [id, key] of [
    ['n_none', keys.bo],
    ['n_ada', keys.bo],
    ['n_next', keys.zoe],
    ['%00', keys.bo],
  ] as const)
    assert.deepEqual([(await read(id, key)).status, (await read(id, key)).body.message], [404, 'Note not found'], id)
})

test('at most five recaps, thirty points of a kind, fifty items and a hundred meetings are read', async () => {
  const fill = (from: number, to: number, decisions: number) =>
    sql`
    with made as (
      insert into notes (workspace_id, id, created_by, series_id, title, title_folded, created_at, updated_at)
      select 'ws_acme', 'n_fill' || n, 'u_bo', 'se_f', 'x', 'x', at, at
      from generate_series(${from}::int, ${to}::int) n, lateral (select timestamptz '2025-01-01' + n * interval '1 hour' as at) t
      returning workspace_id, id, created_at),
    items as (
      insert into action_items (workspace_id, id, note_id, text, created_at, updated_at)
      select workspace_id, 'ai_' || id, id, 'x', created_at, created_at from made)
    insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at, ai_notes)
    select workspace_id, 'r_' || id, id, 'x', 'x', created_at, created_at, json_build_object('markdown', '', 'sections',
      json_build_array(json_build_object('title', 'Decisions', 'items', (
        select json_agg(json_build_object('text', id || ' ' || k, 'timestamp', null)) from generate_series(1, ${decisions}::int) k))))
    from made`.execute(world.db)
  await sql`insert into series (workspace_id, id, title) values ('ws_acme', 'se_f', 'Full')`.execute(world.db)
  const counts = async (last: number) => {
    const { decisions, open_items } = (await read(`n_fill${last}`)).body.brief
    const recaps = new Set(decisions.map(({ recording_id }: { recording_id: string }) => recording_id))
    return [recaps.size, decisions.length, open_items.length]
  }
  await fill(1, 5, 7)
  assert.deepEqual(await counts(5), [4, 28, 4])
  await fill(6, 7, 6)
  assert.deepEqual(await counts(6), [5, maxPoints, 5])
  assert.deepEqual(await counts(7), [briefLimits.recaps, maxPoints, 6])
  await fill(8, 52, 1)
  assert.deepEqual(
    [(await counts(50))[2], (await counts(51))[2], (await counts(52))[2]],
    [49, briefLimits.items, briefLimits.items],
  )
  assert.equal((await counts(52))[0], briefLimits.recaps)
  await fill(53, 102, 1)
  await sql`delete from action_items where note_id like 'n_fill%' and note_id <> 'n_fill1'`.execute(world.db)
  assert.deepEqual([(await counts(101))[2], (await counts(102))[2]], [1, 0])
})
