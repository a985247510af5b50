/** Decisions by the API: written, changed, superseded, withdrawn, deleted, listed (decision 63). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { ResourceLimitError } from '../server/platform/errors.ts'
import { acme, keys } from './support/acme.ts'
import { somebodyWaits } from './support/waiting.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})

type Decision = { id: string; text: string; status: string; superseded_by: string | null; supersedes: string[] }
type Sent = { key?: string; headers?: Record<string, string> }

const write = (body: object, sent: Sent = {}) =>
  world.request('POST', '/api/v1/decision', {
    key: keys.ada,
    ...sent,
    body: { note_id: 'n_1', text: 'Rent it', ...body },
  })
const change = (id: string, body: object, key = keys.ada) =>
  world.request('PATCH', `/api/v1/decision/${id}`, { key, body })
const read = async (id: string, key = keys.ada): Promise<Decision> =>
  (await world.request('GET', `/api/v1/decision/${id}`, { key })).body.decision
async function made(body: object = {}, key = keys.ada): Promise<Decision> {
  const { status, body: answer, text } = await write(body, { key })
  assert.equal(status, 201, text)
  return answer.decision
}
async function list(filters: object = {}, key = keys.ada, more: object = {}): Promise<string[]> {
  const { status, body, text } = await world.request('POST', '/api/v1/decisions', { key, body: { filters, ...more } })
  assert.equal(status, 200, text)
  return body.data.map(({ text }: Decision) => text)
}

test('a decision of a recap has its quotation as the transcript has it, who said it and when, and the time of the meeting', async () => {
  const { id, created_at, updated_at, ...decision } = (await made({
    recording_id: 'r_1',
    quote: 'good MORNING',
  } as object)) as never as Record<string, string>
  assert.match(id!, /^dec_/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(decision, {
    text: 'Rent it',
    quote: 'Good morning.',
    speaker: 'Ada Moreau',
    start_time: 0,
    note_id: 'n_1',
    recording_id: 'r_1',
    title: 'Weekly 5 Jan',
    made_at: '2026-01-05T09:00:00.000Z',
    status: 'stands',
    superseded_by: null,
    supersedes: [],
    proposals: [],
    detected: false,
    by: 'u_ada',
  })
})

test('a given start_time stays; one of a note alone has none, and the creation as its time where nothing else says it', async () => {
  assert.equal(
    ((await made({ recording_id: 'r_1', quote: 'Good morning', start_time: 7.5 })) as never as { start_time: number })
      .start_time,
    7.5,
  )
  const alone = (await made({ note_id: 'n_ada' })) as never as { made_at: string; created_at: string; title: string }
  assert.equal(alone.made_at, alone.created_at)
  assert.equal(alone.title, '100% of 𝒜da_s \\ plans')
})

const refused: [what: string, body: object, status: number, location: string | null][] = [
  ['a blank text', { text: ' \n' }, 400, 'body.text'],
  ['a text that is too long', { text: 'x'.repeat(2_001) }, 400, 'body.text'],
  ['a quotation without a recording', { quote: 'Good morning' }, 400, 'body.quote'],
  ['a moment without a recording', { start_time: 1 }, 400, 'body.start_time'],
  ['a moment before the start', { recording_id: 'r_1', start_time: -1 }, 400, 'body.start_time'],
  ['what nobody said', { recording_id: 'r_1', quote: 'Good evening' }, 400, 'body.quote'],
  ['what ends within a word', { recording_id: 'r_1', quote: 'Good morn' }, 400, 'body.quote'],
  ['a recording of another note', { note_id: 'n_ada', recording_id: 'r_1' }, 400, 'body.recording_id'],
  ['an unknown recording', { recording_id: 'r_none' }, 404, null],
  ['an unknown note', { note_id: 'n_none' }, 404, null],
  ['a note that the caller does not see', { note_id: 'n_bo' }, 404, null],
  ['an unknown decision', { supersedes: ['dec_none'] }, 404, null],
  ['the same decision twice', { supersedes: ['dec_none', 'dec_none'] }, 400, 'body.supersedes'],
  ['too many', { supersedes: Array.from({ length: 101 }, (_, n) => `dec_${n}`) }, 400, 'body.supersedes'],
]
for (const [what, body, status, location] of refused)
  test(`${what} is ${status}, and nothing is stored`, async () => {
    const answer = await write(body, { key: keys.adaRegular })
    assert.equal(answer.status, status, answer.text)
    if (location) assert.match(answer.body.errors[0].location, new RegExp(`^${location.replaceAll('.', '\\.')}`))
    assert.deepEqual(await list(), [])
  })

test('the longest text, and a request that misses fields or is of another type', async () => {
  assert.equal((await made({ text: 'x'.repeat(2_000) })).text.length, 2_000)
  for (const body of [{ note_id: 'n_1' }, { text: 'x' }, { note_id: 'n_1', text: 7 }])
    assert.equal((await world.request('POST', '/api/v1/decision', { key: keys.ada, body })).status, 400)
  assert.equal((await change((await made()).id, { status: 'superseded' })).status, 400)
})

test('who sees it and may not edit the note gets 403, who does not see it 404, and an administrator writes nothing more', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_dee', email: 'dee@acme.test', full_name: 'Dee' }],
    api_keys: [{ id: 'k_dee', user: 'u_dee', name: 'own', secret: 'mb_dee' }],
    notes: [{ id: 'n_1', title: 'Weekly 5 Jan', shared_with: [{ user: 'u_dee', by: 'u_ada' }] }],
  })
  const { id } = await made()
  const ofRecap = await made({ recording_id: 'r_2' })
  assert.equal((await read(id, 'mb_dee')).id, id)
  for (const [method, body] of [
    ['PATCH', { text: 'no' }],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await world.request(method, `/api/v1/decision/${id}`, { key: 'mb_dee', body })).status, 403)
    const unseen = await world.request(method, `/api/v1/decision/${ofRecap.id}`, { key: 'mb_dee', body })
    assert.equal(unseen.status, 404)
    assert.equal(unseen.body.message, 'Decision not found')
  }
  assert.equal((await write({}, { key: 'mb_dee' })).status, 403)
  const ofBo = await write({ note_id: 'n_bo' }, { key: keys.bo })
  assert.equal((await read(ofBo.body.decision.id)).id, ofBo.body.decision.id)
  assert.equal((await change(ofBo.body.decision.id, { text: 'no' })).status, 403)
  assert.equal((await write({ note_id: 'n_bo' })).status, 403)
})

test('what is superseded stands again when its successor is withdrawn or deleted', async () => {
  const old = await made({ text: 'Old' })
  const fresh = await made({ text: 'New', supersedes: [old.id] })
  assert.deepEqual(fresh.supersedes, [old.id])
  assert.partialDeepStrictEqual(await read(old.id), { status: 'superseded', superseded_by: fresh.id })
  assert.equal((await change(fresh.id, { status: 'withdrawn' })).body.decision.status, 'withdrawn')
  assert.partialDeepStrictEqual(await read(old.id), { status: 'stands', superseded_by: null })
  assert.equal((await change(fresh.id, { status: 'stands' })).status, 200)
  assert.equal((await read(old.id)).status, 'superseded')
  const refusedDelete = await world.request('DELETE', `/api/v1/decision/${fresh.id}`, { key: keys.ada })
  assert.equal(refusedDelete.status, 409)
  await change(fresh.id, { status: 'withdrawn' })
  const gone = await world.request('DELETE', `/api/v1/decision/${fresh.id}`, { key: keys.ada })
  assert.deepEqual(gone.body, { decision_id: fresh.id, deleted: true })
  assert.equal((await read(old.id)).status, 'stands')
})

test('one successor at a time: a second one is 400, unless the first is withdrawn', async () => {
  const old = await made({ text: 'Old' })
  const first = await made({ text: 'First', supersedes: [old.id] })
  const second = await made({ text: 'Second' })
  const refused = await change(second.id, { supersedes: [old.id] })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.errors[0].location, 'body.supersedes[0]')
  await change(first.id, { status: 'withdrawn' })
  assert.equal((await change(second.id, { supersedes: [old.id] })).status, 200)
  await change(first.id, { status: 'stands' })
  assert.equal((await read(old.id)).superseded_by, second.id)
  assert.deepEqual((await read(first.id)).supersedes, [])
})

test('itself, a ring of any length, and `stands` on a superseded one are 400', async () => {
  const [a, b, c] = [await made({ text: 'A' }), await made({ text: 'B' }), await made({ text: 'C' })]
  assert.equal((await change(a.id, { supersedes: [a.id] })).status, 400)
  assert.equal((await change(a.id, { supersedes: [b.id] })).status, 200)
  assert.equal((await change(b.id, { supersedes: [c.id] })).status, 200)
  assert.equal((await change(c.id, { supersedes: [a.id] })).status, 400)
  assert.deepEqual((await read(c.id)).supersedes, [])
  assert.equal((await change(c.id, { status: 'stands' })).status, 400)
  assert.equal((await change(c.id, { status: 'withdrawn' })).body.decision.status, 'withdrawn')
  assert.equal((await change(c.id, { status: 'stands' })).status, 400)
})

test('two that would close a ring at once do not', async () => {
  const [a, b, c, d] = [
    await made({ text: 'A' }),
    await made({ text: 'B' }),
    await made({ text: 'C' }),
    await made({ text: 'D' }),
  ]
  await change(a.id, { supersedes: [b.id] })
  await change(c.id, { supersedes: [d.id] })
  const answers = await Promise.all([change(b.id, { supersedes: [c.id] }), change(d.id, { supersedes: [a.id] })])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
})

test('ids that the caller does not see are left out, cannot be named, and are kept when the list is replaced', async () => {
  const hidden = (await write({ note_id: 'n_bo', text: 'Hidden' }, { key: keys.bo })).body.decision.id
  const fresh = await made({ text: 'New' }, keys.bo)
  assert.equal((await change(fresh.id, { supersedes: [hidden] }, keys.adaRegular)).status, 404)
  assert.deepEqual((await change(fresh.id, { supersedes: [hidden] }, keys.bo)).body.decision.supersedes, [hidden])
  const old = await made({ text: 'Old' })
  const replaced = await change(fresh.id, { supersedes: [old.id] }, keys.adaRegular)
  assert.deepEqual(replaced.body.decision.supersedes, [old.id])
  assert.deepEqual((await read(fresh.id, keys.bo)).supersedes, [hidden, old.id].sort())
  const later = (await write({ note_id: 'n_bo', text: 'Later', supersedes: [fresh.id] }, { key: keys.bo })).body
    .decision
  assert.partialDeepStrictEqual(await read(fresh.id, keys.adaRegular), { status: 'superseded', superseded_by: null })
  assert.equal((await read(fresh.id, keys.bo)).superseded_by, later.id)
})

test('a change without a field, or that changes nothing, leaves updated_at', async () => {
  const { id } = await made()
  await sql`update decisions set updated_at = created_at - interval '0'`.execute(world.db)
  const before = await read(id)
  for (const body of [{}, { text: null }, { text: 'Rent it' }, { status: 'stands' }, { supersedes: [] }])
    assert.deepEqual((await change(id, body)).body.decision, before)
})

test('a detected one that nobody changed is deleted at once; a person who confirms it makes it theirs', async () => {
  for (const id of ['dec_a', 'dec_b'])
    await sql`insert into decisions (workspace_id, id, note_id, text, text_folded, detected, made_at, created_at, updated_at)
      select 'ws_acme', ${id}, 'n_1', 'x', 'x', true, created_at, created_at, created_at from notes where id = 'n_1'`.execute(
      world.db,
    )
  const remove = (id: string) => world.request('DELETE', `/api/v1/decision/${id}`, { key: keys.ada })
  assert.equal((await remove('dec_a')).status, 200)
  const confirmed = await change('dec_b', { status: 'stands' })
  assert.partialDeepStrictEqual(confirmed.body.decision, { detected: true, by: null, status: 'stands' })
  assert.equal((await remove('dec_b')).status, 409)
})

test('filters: note, recording, series, channel, status, words and times, alone and together', async () => {
  const old = await made({ text: 'Rent the Großer hall' })
  await made({ text: 'Rent the small hall', supersedes: [old.id] })
  await made({ text: 'Of a recap', recording_id: 'r_1' })
  await made({ text: 'Of another recap', recording_id: 'r_2' })
  const gone = await made({ note_id: 'n_ada', text: 'Withdrawn 100%' })
  await change(gone.id, { status: 'withdrawn' })
  const cases: [object, string[]][] = [
    [{ note_id: 'n_ada' }, ['Withdrawn 100%']],
    [{ recording_id: 'r_1' }, ['Of a recap']],
    [{ note_id: 'n_ada', recording_id: 'r_1' }, []],
    [{ note_id: 'n_none' }, []],
    [{ series_id: 'se_w' }, ['Of a recap', 'Of another recap', 'Rent the Großer hall', 'Rent the small hall']],
    [{ series_id: 'se_none' }, []],
    [{ channel_id: 'ch_eng' }, ['Of a recap', 'Rent the Großer hall', 'Rent the small hall']],
    [{ channel_id: 'ch_ada' }, []],
    [{ status: 'withdrawn' }, ['Withdrawn 100%']],
    [{ status: 'superseded' }, ['Rent the Großer hall']],
    [{ status: 'stands' }, ['Of a recap', 'Of another recap', 'Rent the small hall']],
    [{ query: 'HALL rent' }, ['Rent the Großer hall', 'Rent the small hall']],
    [{ query: 'GROSSER' }, ['Rent the Großer hall']],
    [{ query: '100%' }, ['Withdrawn 100%']],
    [{ query: 'of', status: 'stands', recording_id: 'r_2' }, ['Of another recap']],
    [
      { query: ' ' },
      ['Of a recap', 'Of another recap', 'Rent the Großer hall', 'Rent the small hall', 'Withdrawn 100%'],
    ],
    [{ made_at_end: '2026-01-05' }, ['Of a recap', 'Of another recap', 'Rent the Großer hall', 'Rent the small hall']],
    [{ made_at_start: '2026-01-06' }, ['Withdrawn 100%']],
    [
      { made_at_start: '2026-01-05T09:00:00Z', made_at_end: '2026-01-05T09:00:00Z', query: 'small' },
      ['Rent the small hall'],
    ],
  ]
  for (const key of [keys.ada, keys.adaRegular])
    for (const [filters, wanted] of cases)
      assert.deepEqual((await list(filters, key)).sort(), wanted, JSON.stringify(filters))
  assert.equal(
    (await world.request('POST', '/api/v1/decisions', { key: keys.bo, body: { filters: { channel_id: 'ch_ada' } } }))
      .status,
    400,
  )
})

test('as of a day: made by then, not withdrawn, and not superseded by one that was made by then', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    events: [
      {
        guid: 'evt_2',
        title: 'Later',
        start: '2026-02-05T09:00:00Z',
        end: '2026-02-05T10:00:00Z',
        attendees: [{ email: 'ada@acme.test' }],
      },
    ],
    notes: [{ id: 'n_2', event: 'evt_2', title: 'Later' }],
  })
  const old = await made({ text: 'Old' })
  await change((await made({ text: 'Gone' })).id, { status: 'withdrawn' })
  await made({ text: 'New', note_id: 'n_2', supersedes: [old.id] })
  assert.deepEqual(await list({ as_of: '2026-01-05T08:59:59Z' }), [])
  assert.deepEqual(await list({ as_of: '2026-01-05' }), ['Old'])
  assert.deepEqual(await list({ as_of: '2026-02-05T08:59:59Z' }), ['Old'])
  assert.deepEqual(await list({ as_of: '2026-02-05T09:00:00Z' }), ['New'])
})

test('both orders, page by page, and a cursor of the one is none of the other', async () => {
  for (const text of ['A', 'B', 'C']) await made({ text, note_id: 'n_ada' })
  const pages = async (order_by: string, other: string) => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const send = (order: string) =>
        world.request('POST', '/api/v1/decisions', {
          key: keys.ada,
          body: { order_by: order, pagination: { page_size: 2, cursor } },
        })
      const answer = await send(order_by)
      found.push(...answer.body.data.map(({ text }: Decision) => text))
      cursor = answer.body.page_info.cursor
      if (cursor) assert.equal((await send(other)).status, 400)
    } while (cursor)
    return found
  }
  const down = await pages('made_at_desc', 'made_at_asc')
  assert.deepEqual(await pages('made_at_asc', 'made_at_desc'), down.toReversed())
  assert.deepEqual(down.toSorted(), ['A', 'B', 'C'])
})

test('21: one of the note alone stands at the end of its agenda, one of a recap does not; its line follows it', async () => {
  const agenda = async () => (await world.request('GET', '/api/v1/note/n_1', { key: keys.ada })).body.note
  const before = await agenda()
  await made({ text: 'Of the recap', recording_id: 'r_1' })
  assert.equal((await agenda()).content_native_markdown, before.content_native_markdown)
  const { id } = await made({ text: 'Rent it' })
  const line = (text: string, more = '') =>
    `${before.content_native_markdown.trimEnd()}\n::decision[${text}]{#${id}${more}}`
  assert.equal((await agenda()).content_native_markdown, line('Rent it'))
  await change(id, { text: 'Rent the hall', status: 'withdrawn' })
  assert.equal((await agenda()).content_native_markdown, line('Rent the hall', ' status=withdrawn'))
  assert((await agenda()).content_markdown.endsWith('* Decision: Rent the hall (Withdrawn)'))
  await world.request('DELETE', `/api/v1/decision/${id}`, { key: keys.ada })
  assert.equal((await agenda()).content_native_markdown, before.content_native_markdown)
})

test('those of a person: who wrote or said it, or is named in it', async () => {
  await made({ text: 'Written' }, keys.bo)
  await made({ text: 'ada MOREAU pays' }, keys.bo)
  await made({ text: 'Said', recording_id: 'r_1', quote: 'good MORNING' } as object, keys.bo)
  assert.deepEqual((await list({ person_id: 'u_ada' })).toSorted(), ['Said', 'ada MOREAU pays'])
  assert.equal((await list({ person_id: 'u_bo' })).length, 3)
  assert.deepEqual(await list({ person_id: 'u_nobody' }), [])
})

test('those that name a person name them by whole words', async () => {
  const named = async (fullName: string) => {
    await world.db.updateTable('users').set({ full_name: fullName }).where('id', '=', 'u_ada').execute()
    return (await list({ person_id: 'u_ada' })).toSorted()
  }
  const texts = ['About it', 'Ask (BO)', "Bo's hall", 'Élboé', '李明来了', 'Sum (a+b)', 'Z', 'Был Босс']
  for (const text of texts) await made({ text }, keys.bo)
  assert.deepEqual(await named('Bo'), ['Ask (BO)', "Bo's hall"])
  assert.deepEqual(await named('Бос'), [])
  assert.deepEqual(await named('босс'), ['Был Босс'])
  assert.deepEqual(await named('李明'), ['李明来了'])
  assert.deepEqual(await named('(a+b)'), ['Sum (a+b)'])
  assert.deepEqual(await named('***:Z'), [])
})

test('a deleted recap takes its decisions with it, a deleted note all of them', async () => {
  await made({ text: 'Of the recap', recording_id: 'r_1' })
  await made({ text: 'Of the note' })
  await world.request('DELETE', '/api/v1/recording/r_1', { key: keys.ada })
  assert.deepEqual(await list(), ['Of the note'])
  await world.request('DELETE', '/api/v1/note/n_1', { key: keys.ada })
  assert.deepEqual(await list(), [])
})

test('under legal hold the text that is changed, and the decision that is removed, are kept', async () => {
  await sql`update workspaces set legal_hold = 'Case 1' where id = 'ws_acme'`.execute(world.db)
  const { id } = await made({ text: 'First' })
  await change(id, { text: 'Second' })
  await change(id, { status: 'withdrawn' })
  await world.request('DELETE', `/api/v1/decision/${id}`, { key: keys.ada })
  const { rows } = await sql<{ former: object }>`
    select former from former_texts where kind = 'decision' and thing_id = ${id} order by former ->> 'text', former ->> 'status'`.execute(
    world.db,
  )
  const whole = { recording_id: null, quote: null, speaker: null, start_time: null, detected: false, made_by: 'u_ada' }
  assert.partialDeepStrictEqual(
    rows.map(({ former }) => former),
    [
      { text: 'First', status: 'stands', ...whole },
      { text: 'Second', status: 'stands', ...whole },
      {
        text: 'Second',
        status: 'withdrawn',
        ...whole,
        history: [
          { user_id: 'u_ada', through: 'api', change: { made: true } },
          { change: { text: { from: 'First', to: 'Second' } } },
          { change: { status: 'withdrawn' } },
        ],
      },
    ],
  )
})

test('a quotation follows the corrected transcript: its speaker is renamed, and what nobody said any more is dropped', async () => {
  const { id } = await made({ recording_id: 'r_1', quote: 'good morning' })
  const correct = async (body: object) =>
    assert.equal((await world.request('PATCH', '/api/v1/recording/r_1', { key: keys.ada, body })).status, 200)
  await correct({ speakers: { 'Ada Moreau': 'Ada' } })
  assert.partialDeepStrictEqual(await read(id), { quote: 'Good morning.', speaker: 'Ada', start_time: 0 })
  await correct({ segments: [{ index: 0, text: 'GOOD morning!' }] })
  assert.partialDeepStrictEqual(await read(id), { quote: 'GOOD morning!', speaker: 'Ada' })
  await correct({ segments: [{ index: 0, text: 'Good evening.' }] })
  assert.partialDeepStrictEqual(await read(id), { text: 'Rent it', quote: null, speaker: null, start_time: 0 })
})

type Segment = { speaker: string; text: string; start_time: number; end_time: number }
const segment = (speaker: string, text: string, start_time: number, end_time: number): Segment => ({
  ...{ speaker, text, start_time, end_time },
})
const hear = (...speech_segments: Segment[]) =>
  sql`update recordings set transcript = ${JSON.stringify({ language_code: 'en', speech_segments })}
    where id = 'r_1'`.execute(world.db)
const correct = async (index: number, text: string) => {
  const body = { segments: [{ index, text }] }
  const { status, text: answer } = await world.request('PATCH', '/api/v1/recording/r_1', { key: keys.ada, body })
  assert.equal(status, 200, answer)
}

test('a quotation late in a long speech stays when other words are corrected', async () => {
  await hear(segment('Ada', 'First the plan, then we rent the hall.', 0, 300), segment('Bo', 'Fien.', 300, 301))
  const { id } = await made({ recording_id: 'r_1', quote: 'we rent the hall', start_time: 200 })
  await correct(1, 'Fine.')
  assert.partialDeepStrictEqual(await read(id), { quote: 'we rent the hall.', speaker: 'Ada' })
})

test('many quotations follow a transcript at once, in a thread', async (t) => {
  await hear(...Array.from({ length: 1_000 }, () => segment('Ada', 'We rent the hall.', 0, 1)))
  const { id } = await made({ recording_id: 'r_1', quote: 'rent the hall' })
  await storeLike(id, 'we rent the hall and go home', 200)
  const run = t.mock.method(world.base.threads, 'run')
  await correct(1, 'Fine.')
  assert.partialDeepStrictEqual(await read(id), { quote: 'rent the hall.' })
  assert.partialDeepStrictEqual(await read('dec_1'), { quote: null })
  const finding = run.mock.calls.map(({ arguments: given }) => given as unknown as [{ name: string }, unknown[][]])
  assert.deepEqual(
    finding.flatMap(([{ name }, given]) => (name === 'locateQuotes' ? [given[1]!.length] : [])),
    [201],
  )
})

test('a recap has at most 5,000 decisions', async () => {
  const { id } = await made({ recording_id: 'r_1' })
  await storeLike(id, null, 4_998)
  await made({ recording_id: 'r_1' })
  const { status, body } = await write({ recording_id: 'r_1' })
  assert.deepEqual([status, body.errors?.[0].location], [400, 'body.recording_id'])
  await made()
})

/** Stores so many decisions like this one. */
const storeLike = (id: string, quote: string | null, count: number) =>
  sql`insert into decisions (workspace_id, id, note_id, recording_id, text, text_folded, quote, start_time, status,
      detected, changed_by_people, made_by, made_at, created_at, updated_at)
    select workspace_id, 'dec_' || number, note_id, recording_id, text, text_folded, ${quote}, 0,
      status, false, true, made_by, made_at, created_at, updated_at
    from decisions, generate_series(1, ${count}) number where workspace_id = 'ws_acme' and id = ${id}`.execute(world.db)

test('of the places of a quotation the one near the given moment counts, and one that two people said does not', async () => {
  await hear(
    ...[segment('Ada', 'Shall we', 0, 1), segment('Bo', 'rent the hall?', 1, 2)],
    ...[segment('Cy', 'Yes, we rent the hall.', 2, 4), segment('Di', 'So we rent the hall!', 60, 62)],
  )
  const quoting = async (start_time?: number) => {
    const { quote, speaker } = (await made({ recording_id: 'r_1', quote: 'we rent the hall', start_time })) as never
    return [quote, speaker]
  }
  assert.deepEqual(await quoting(), ['we rent the hall.', 'Cy'])
  assert.deepEqual(await quoting(61), ['we rent the hall!', 'Di'])
})

test('a quotation that takes too long to find is an error of the request, and of one person’s share', async (t) => {
  await hear(segment('Ada', 'We rent the hall. '.repeat(15_000), 0, 9_000))
  const run = t.mock.method(world.base.threads, 'run', async () => {
    throw new ResourceLimitError('it takes longer than 10 seconds')
  })
  const { status, body, text } = await write({ recording_id: 'r_1', quote: 'we rent the hall' })
  assert.deepEqual([status, body.errors?.[0].location], [400, 'body.quote'], text)
  assert.deepEqual((run.mock.calls[0]!.arguments as unknown[])[2], { sharer: 'ws_acme u_ada' })
})

/** The request waits for what the statement changed, and goes on when that is done. */
async function duringWhich(statement: RawBuilder<unknown>, request: () => Promise<Answer>): Promise<Answer> {
  const [answer] = await world.db.transaction().execute(async (tx) => {
    await statement.execute(tx)
    const answer = request()
    await somebodyWaits(world.db)
    return [answer]
  })
  return answer!
}

test('what goes while a decision is written is not quoted, and not an error of the service', async () => {
  const quoting = () => write({ recording_id: 'r_1', quote: 'Good morning' })
  const forgotten = await duringWhich(sql`update recordings set transcript = null where id = 'r_1'`, quoting)
  assert.deepEqual([forgotten.status, forgotten.body.errors?.[0].location], [400, 'body.quote'], forgotten.text)
  const deleted = await duringWhich(sql`delete from recordings where id = 'r_1'`, () => write({ recording_id: 'r_1' }))
  assert.equal(deleted.status, 404, deleted.text)
  const [older, newer] = [await made({ text: 'Old', note_id: 'n_ada' }), await made({ text: 'New' })]
  const named = await duringWhich(sql`delete from decisions where id = ${older.id}`, () =>
    change(newer.id, { supersedes: [older.id] }),
  )
  assert.equal(named.status, 404, named.text)
})

test('a proposal is shown until somebody dismisses it or replaces the earlier one, and again when that is withdrawn', async () => {
  const [older, newer, other] = [await made({ text: 'A' }), await made({ text: 'B' }), await made({ text: 'C' })]
  await sql`insert into decision_proposals (workspace_id, newer, older, kind)
    values ('ws_acme', ${newer.id}, ${older.id}, 'contradicts')`.execute(world.db)
  const shown = async () => ((await read(newer.id)) as never as { proposals: object[] }).proposals
  const proposal = { id: older.id, kind: 'contradicts', quote: null }
  assert.deepEqual(await shown(), [proposal])
  await change(other.id, { supersedes: [older.id] })
  assert.deepEqual(await shown(), [])
  await change(other.id, { status: 'withdrawn' })
  assert.deepEqual(await shown(), [proposal])
  const wrong = await change(newer.id, { dismiss: [older.id, other.id] })
  assert.deepEqual([wrong.status, wrong.body.errors?.[0].location], [400, 'body.dismiss[1]'])
  assert.equal((await change(newer.id, { dismiss: ['dec_none'] })).status, 404)
  assert.deepEqual(await shown(), [proposal])
  assert.deepEqual((await change(newer.id, { dismiss: [older.id] })).body.decision.proposals, [])
})

test('21: a line that was withdrawn cannot stand again while another decision replaces it', async () => {
  const { id } = await made({ note_id: 'n_ada' })
  await change(id, { status: 'withdrawn' })
  await made({ supersedes: [id] })
  const { body } = await world.request('GET', '/api/v1/note/n_ada', { key: keys.ada })
  const text: string = body.note.content_native_markdown
  const send = (content_native_markdown: string) =>
    world.request('POST', '/api/v1/note/n_ada/agenda', { key: keys.ada, body: { content_native_markdown } })
  const refused = await send(text.replace(' status=withdrawn', ''))
  assert.equal(refused.status, 400)
  assert.match(refused.text, /line \d+: the decision cannot stand again: another decision superseded it/)
  assert.equal((await send(`${text}\n- More\n`)).status, 200)
})
