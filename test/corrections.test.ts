/** Corrections of speakers, segments and notes (decision 46): what a correction changes, and what stays. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type CorrectionsWorld, keys, markdown, openCorrectionsWorld, transcript } from './support/corrections-world.ts'

let world: CorrectionsWorld
before(async () => {
  world = await openCorrectionsWorld()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => world.reset())

const search = async (body: object) => {
  const answer = await world.post('/api/v1/search', keys.bo, body)
  return answer.body.data.map(({ kind, speaker }: { kind: string; speaker: string | null }) => [kind, speaker])
}

test('a title is changed, lists and search follow, and updated_at moves', async () => {
  const recording = await world.put({ title: 'Printing weekly' })
  assert.deepEqual([recording.title, recording.updated_at], ['Printing weekly', world.base.clock().toISOString()])
  const list = await world.post('/api/v1/recordings', keys.bo, { filters: { title: 'PRINTING' } })
  assert.deepEqual(
    list.body.data.map(({ id }: { id: string }) => id),
    ['r_1'],
  )
  assert.deepEqual(await search({ query: 'printing', filters: { kinds: ['title'] } }), [['title', null]])
  assert.deepEqual(await world.changes(), [{ title: { from: 'Weekly', to: 'Printing weekly' } }])
})

test('a speaker is renamed in transcript, exports, talk time, search, AI notes, items and participants', async () => {
  const { transcript, ai_notes } = await world.put({ speakers: { 'Speaker 1': 'Ada Moreau' } })
  const speakers = transcript.speech_segments.map(({ speaker }: { speaker: string }) => speaker)
  assert.deepEqual(speakers, ['Ada Moreau', 'Bo Lindqvist', 'Ada Moreau', 'Bo'])
  assert.equal(ai_notes.markdown, markdown.replaceAll('Speaker 1', 'Ada Moreau'))
  assert.equal(ai_notes.generated_by, 'a model')
  assert.match(ai_notes.sections[0].content, /^Ada Moreau and Bo/)
  assert.deepEqual(ai_notes.sections[1].items[1].text, 'Ada Moreau calls the printer')
  assert.match((await world.get('/api/v1/recording/r_1/transcript?format=txt', keys.bo)).text, /\] Ada Moreau: Good/)
  const talk = await world.get('/api/v1/recording/r_1/talk_time', keys.bo)
  assert.equal(talk.body.speakers[0].speaker, 'Ada Moreau')
  assert.deepEqual(await search({ query: 'printer', filters: { speaker: 'ada moreau', kinds: ['transcript'] } }), [
    ['transcript', 'Ada Moreau'],
  ])
  assert.deepEqual(await search({ query: 'printer', filters: { speaker: 'Speaker 1' } }), [])
})

test('a participant with the old name gets the new one, unless it belongs to somebody else with an address', async () => {
  const participants = async () => ((await stored()).facts.participants ?? []).map(({ name }) => name)
  await world.put({ speakers: { 'Speaker 1': 'Cara', Bo: 'Dan' } })
  assert.deepEqual(await participants(), ['Cara', 'Dan'])
  await world.put({ speakers: { Cara: 'Ada Moreau', Dan: 'Ada Moreau' } })
  assert.deepEqual(await participants(), ['Cara', 'Ada Moreau'])
})

test('items that AI notes found and nobody is assigned to follow; no event is announced, and nobody is assigned', async () => {
  await world.put({ speakers: { 'Speaker 1': 'Ada Moreau' } })
  assert.deepEqual(await world.items(), {
    ai_given: 'Speaker 1 sends the deck',
    ai_open: 'Ada Moreau calls the printer',
    ai_own: 'Speaker 1, by hand',
    ai_none: 'Speaker 11 rests',
  })
  assert.deepEqual(await search({ query: '"ada moreau calls"', filters: { kinds: ['action_item'] } }), [
    ['action_item', null],
  ])
  const open = (await world.get('/api/v1/action_item/ai_open', keys.bo)).body.action_item
  assert.deepEqual([open.assignees, open.status], [[], 'Incomplete'])
  world.advance({ minutes: 1 })
  await world.settle()
  const { rows } = { rows: await world.db.selectFrom('messages').selectAll().execute() }
  assert.deepEqual(rows, [])
})

test('an item stays if another recording of the meeting has a speaker by that name', async () => {
  await world.reset((workspace) => {
    const [first] = workspace.recordings
    return { ...workspace, recordings: [first, { ...first, id: 'r_2', title: 'Part two', ai_notes: null }] }
  })
  await world.put({ speakers: { 'Speaker 1': 'Ada Moreau' } })
  assert.equal((await world.items()).ai_open, 'Speaker 1 calls the printer')
  assert.equal((await world.speakers('r_2'))[0], 'Speaker 1')
})

test('two speakers are swapped, and a speaker who gets the name of another is merged with them', async () => {
  await world.put({ speakers: { 'Speaker 1': 'Bo Lindqvist', 'Bo Lindqvist': 'Speaker 1' } })
  assert.deepEqual(await world.speakers(), ['Bo Lindqvist', 'Speaker 1', 'Bo Lindqvist', 'Bo'])
  const { ai_notes } = await world.read()
  assert.match(ai_notes.markdown, /Bo Lindqvist and Speaker 1 talked about the deck\. Bo asked\./)
  await world.put({ speakers: { Bo: 'Speaker 1' } })
  assert.deepEqual(await world.speakers(), ['Bo Lindqvist', 'Speaker 1', 'Bo Lindqvist', 'Speaker 1'])
})

test('segments are corrected after the renames; a speaker may be new', async () => {
  const { transcript } = await world.put({
    speakers: { Bo: 'Bo Lindqvist' },
    segments: [
      { index: 3, speaker: 'Cy' },
      { index: 1, text: 'Who sends the annual deck?' },
    ],
  })
  const said = transcript.speech_segments.map(({ speaker, text }: { speaker: string; text: string }) => [speaker, text])
  assert.deepEqual(said.slice(1), [
    ['Bo Lindqvist', 'Who sends the annual deck?'],
    ['Speaker 1', 'I will call the printer by Friday.'],
    ['Cy', 'Fine.'],
  ])
  assert.equal((await search({ query: 'annual', filters: { speaker: 'Cy' } })).length, 1)
  assert.deepEqual(await search({ query: 'quarterly' }), [])
  assert.deepEqual(await world.changes(), [
    {
      speakers: [{ from: 'Bo', to: 'Bo Lindqvist' }],
      segments: [
        { index: 1, text: { from: 'Who sends the quarterly deck?', to: 'Who sends the annual deck?' } },
        { index: 3, speaker: { from: 'Bo Lindqvist', to: 'Cy' } },
      ],
    },
  ])
})

test('AI notes are edited: sections are read from the Markdown, people from their names', async () => {
  const text =
    '## Summary\n\nAll well.\n\n## Action items\n\n- [00:00:04] Send the deck (Ada Moreau)\n- Rest (Bo Lindqvist)'
  const { ai_notes } = await world.put({ ai_notes: { markdown: text } })
  assert.equal(ai_notes.markdown, text)
  assert.equal(ai_notes.generated_by, undefined)
  const person = (id: string) => ({ id, email: `${id.slice(2)}@acme.test` })
  assert.deepEqual(ai_notes.sections, [
    { title: 'Summary', content: 'All well.' },
    {
      title: 'Action items',
      items: [
        { text: 'Send the deck', timestamp: 4, assignees: [{ ...person('u_ada'), full_name: 'Ada Moreau' }] },
        { text: 'Rest', timestamp: null, assignees: [{ ...person('u_bo'), full_name: 'Bo Lindqvist' }] },
      ],
    },
  ])
  assert.deepEqual(await search({ query: '"all well"' }), [['ai_notes', null]])
  assert.deepEqual(await world.changes(), [{ ai_notes: 'edited' }])
})

test('AI notes may be emptied, and written if there are none', async () => {
  assert.deepEqual((await world.put({ ai_notes: { markdown: '' } })).ai_notes, { markdown: '', sections: [] })
  await world.db.updateTable('recordings').set({ ai_notes: null }).execute()
  const { ai_notes } = await world.put({ ai_notes: { markdown: 'Hello' } })
  assert.deepEqual(ai_notes, { markdown: 'Hello', sections: [{ title: '', content: 'Hello' }] })
})

test('a correction without a difference writes nothing: no history, the same updated_at and ETag', async () => {
  const etag = await world.etag()
  const { text, speaker } = transcript().speech_segments[0]!
  for (const body of [
    {},
    { title: null, speakers: null, segments: null, ai_notes: null },
    { title: 'Weekly', speakers: { Bo: 'Bo' }, segments: [{ index: 0, text, speaker }, { index: 2 }] },
    { speakers: {}, segments: [], ai_notes: { markdown } },
    { segments: [{ index: 0, text: null, speaker: null }] },
  ]) {
    const recording = await world.put(body)
    assert.equal(recording.updated_at, '2026-01-05T09:40:00.000Z', JSON.stringify(body))
  }
  assert.equal(await world.etag(), etag)
  assert.deepEqual(await world.changes(), [])
})

test('the ETag follows title, transcript and AI notes; a stale If-Match is 412 and changes nothing', async () => {
  const seen = [await world.etag()]
  for (const body of [
    { title: 'Other' },
    { speakers: { Bo: 'Cy' } },
    { segments: [{ index: 0, text: 'Hm.' }] },
    { ai_notes: { markdown: 'x' } },
  ]) {
    const headers = { 'if-match': seen.at(-1)! }
    const answer = await world.correct(body, { headers })
    assert.deepEqual([answer.status, answer.headers.etag], [200, await world.etag()])
    assert(!seen.includes(answer.headers.etag!))
    const stale = await world.correct({ title: 'Lost' }, { headers })
    assert.deepEqual(
      [stale.status, stale.body.message],
      [412, 'The recording has changed since it was read; read it again'],
    )
    seen.push(answer.headers.etag!)
  }
  assert.equal((await world.read()).title, 'Other')
  assert.equal((await world.correct({ title: 'Any' }, { headers: { 'if-match': '*' } })).status, 200)
})

test('of two concurrent corrections with the same ETag one wins; without ETag both count', async () => {
  const headers = { 'if-match': await world.etag() }
  const answers = await Promise.all([
    world.correct({ title: 'One' }, { headers }),
    world.correct({ title: 'Two' }, { headers }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  const both = await Promise.all([
    world.correct({ speakers: { Bo: 'Cy' } }),
    world.correct({ segments: [{ index: 0, text: 'Good evening.' }] }),
  ])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  const { transcript } = await world.read()
  assert.deepEqual([transcript.speech_segments[0].text, transcript.speech_segments[3].speaker], ['Good evening.', 'Cy'])
  assert.equal((await world.changes()).length, 3)
})

test('the history names person and time, newest first, in pages', async () => {
  await world.put({ title: 'One' })
  world.advance({ seconds: 1 })
  await world.put({ title: 'Two' }, { key: keys.dee })
  const { body } = await world.history('?page_size=1')
  assert.deepEqual(body.data, [
    {
      at: world.base.clock().toISOString(),
      user: { id: 'u_dee', email: 'dee@acme.test', full_name: 'dee' },
      change: { title: { from: 'One', to: 'Two' } },
    },
  ])
  const next = await world.history(`?page_size=1&cursor=${body.page_info.cursor}`)
  assert.deepEqual([next.body.data[0].user.id, next.body.page_info.cursor], ['u_bo', null])
  const notes = await world.post('/api/v1/notes', keys.bo, { pagination: { cursor: body.page_info.cursor } })
  assert.deepEqual([notes.status, notes.body.message], [400, 'Invalid cursor'])
  assert.equal((await world.history('?page_size=51')).status, 400)
  assert.equal((await world.history('?cursor=x')).status, 400)
})

test('the history quotes the beginning of long texts, lists 50 segments and counts the rest', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    speaker: 'A',
    text: 'x'.repeat(300),
    start_time: index,
    end_time: index,
  }))
  await world.reset((workspace) => {
    workspace.recordings[0]!.transcript.speech_segments = many
    return workspace
  })
  await world.put({ segments: many.map((_, index) => ({ index, text: 'y'.repeat(201) })) })
  const [change] = await world.changes()
  assert.deepEqual([change!.segments!.length, change!.segments_left_out], [50, 10])
  assert.deepEqual(change!.segments![49], {
    index: 49,
    text: { from: `${'x'.repeat(199)}…`, to: `${'y'.repeat(199)}…` },
  })
})

test('the newest 500 changes of a recording are kept', async () => {
  await world.db
    .insertInto('recording_changes')
    .values(
      Array.from({ length: 500 }, (_, index) => ({
        workspace_id: 'ws_acme',
        id: `rc_${index}`,
        recording_id: 'r_1',
        user_id: null,
        at: new Date(Date.UTC(2026, 0, 9) + index),
        change: JSON.stringify({ ai_notes: 'failed' }),
      })),
    )
    .execute()
  await world.put({ title: 'Newest' })
  const rows = await world.db.selectFrom('recording_changes').select('id').orderBy('at').execute()
  assert.deepEqual([rows.length, rows[0]!.id], [500, 'rc_1'])
})

async function stored() {
  return world.db.selectFrom('recordings').selectAll().where('id', '=', 'r_1').executeTakeFirstOrThrow()
}

test('a long recording is corrected in a thread, with the same result and the same errors', async (t) => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    speaker: `Speaker ${index % 7}`,
    text: `${index} ${'word '.repeat(20)}`,
    start_time: index,
    end_time: index,
    words: [{ text: String(index), start_time: index, end_time: index }],
  }))
  await world.reset((workspace) => {
    workspace.recordings[0]!.transcript.speech_segments = many
    return workspace
  })
  const run = t.mock.method(world.base.threads, 'run')
  const { transcript } = await world.put({
    speakers: { 'Speaker 3': 'Cy' },
    segments: [{ index: 2_999, text: 'The end.' }],
  })
  assert.deepEqual([transcript.speech_segments[3].speaker, transcript.speech_segments[2_999].text], ['Cy', 'The end.'])
  assert.equal(run.mock.callCount(), 1)
  const { body } = await world.get('/api/v1/recording/r_1/transcript', keys.bo)
  assert.deepEqual(body.speech_segments[3].words, many[3]!.words)
  assert.equal(body.speech_segments[2_999].words, undefined)
  assert.deepEqual(await search({ query: '"the end"', filters: { kinds: ['transcript'] } }), [['transcript', 'Cy']])
  const answer = await world.correct({ speakers: { Nobody: 'x' }, segments: [{ index: 3_000 }] })
  assert.deepEqual(
    answer.body.errors.map(({ location }: { location: string }) => location),
    ['body.speakers.Nobody', 'body.segments[0].index'],
  )
})

test('a world file has the history and the word times; an entry is added once and never changed', async () => {
  const history = [
    {
      id: 'rc_1',
      at: '2026-01-06T09:00:00.000Z',
      user: 'bo@acme.test',
      change: { speakers: [{ from: 'A', to: 'B' }] },
    },
    { at: '2026-01-06T10:00:00.000Z', change: { ai_notes: 'edited' } },
  ]
  const load = (entries: object[], more: object = {}) =>
    world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', ...more, recordings: [recordingWith(entries)] })
  assert.equal((await load(history)).updated, 1)
  const entries = (await world.history()).body.data
  assert.deepEqual(
    entries.map(({ user, change }: { user: { id: string } | null; change: object }) => [user?.id, change]),
    [
      [undefined, { ai_notes: 'edited' }],
      ['u_bo', { speakers: [{ from: 'A', to: 'B' }] }],
    ],
  )
  assert.equal((await load([{ ...history[0], change: { ai_notes: 'failed' } }, history[1]!])).updated, 0)
  assert.equal((await world.changes()).length, 2)
  await assert.rejects(load([{ ...history[0], id: 'rc_2', user: 'none@acme.test' }]), {
    message: 'workspaces[0].recordings[0].history[0].user: there is no user none@acme.test',
  })
  const other = { ...recordingWith([history[0]!]), id: 'r_2' }
  await assert.rejects(world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', recordings: [other] }), {
    message: 'workspaces[0].recordings[0].history[0].id: rc_1 is in the history of r_1',
  })
  // Zero-day retention keeps nothing of a transcript, also not in a file.
  const quoting = {
    at: '2026-01-07T09:00:00.000Z',
    change: { title: { from: 'a', to: 'b' }, speakers: [{ from: 'A', to: 'B' }] },
  }
  await load([quoting, { ...quoting, at: '2026-01-08T09:00:00.000Z', change: { segments: [] } }], {
    retention: 'zero_day',
  })
  assert.deepEqual(await world.changes(), [{ title: { from: 'a', to: 'b' } }, { ai_notes: 'edited' }])
})

const recordingWith = (history: object[]) => ({ id: 'r_1', note: 'n_1', title: 'Weekly', history })
