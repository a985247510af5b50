/** MCP (decision 48): results are bounded, long transcripts are read in pages, and wrong arguments are named. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { indexSome } from '../server/meetings/text-index/index-text.ts'
import { acme, keys } from './support/acme.ts'
import { type Assistant, openAssistant, openListeningWorld } from './support/assistant.ts'

type Segment = { speaker: string; text: string; start_time: number; end_time: number }
type Workspace = { notes: object[]; recordings: object[]; action_items: object[]; users: object[]; events: object[] }

const maxLongText = 20_000
const unquoted = (text: string) => text.slice(1, -1)

const spoken = (texts: string[]): Segment[] =>
  texts.map((text, index) => ({
    speaker: `Speaker ${index % 3}`,
    text,
    start_time: 10 * index,
    end_time: 10 * index + 9,
  }))

/** 1,037 segments, some of them long, in several scripts. */
const long = spoken(Array.from({ length: 1_037 }, (_, index) => `${index} ${'あ😀 ok '.repeat(index % 40)}`.trim()))

let world: Awaited<ReturnType<typeof openListeningWorld>>
let bo: Assistant
before(async () => {
  world = await openListeningWorld({ LOG_LEVEL: 'error' })
  const [here, there] = acme() as [Workspace, object]
  const [met] = here.recordings
  const recording = (id: string, segments: Segment[], more: object = {}) => ({
    ...met,
    id,
    ai_notes: null,
    published_to: [],
    note: 'n_bo',
    ...more,
    transcript: { language_code: 'en', speech_segments: segments },
  })
  const markdown = (characters: number) => ({ ai_notes: { markdown: 'm'.repeat(characters), sections: [] } })
  const recordings = [
    ...here.recordings,
    recording('r_long', long),
    recording('r_fits', spoken(['x'.repeat(maxLongText - 1), 'y'])),
    recording('r_over', spoken(['x'.repeat(maxLongText - 1), 'yz'])),
    recording('r_one', spoken(['x'.repeat(maxLongText), 'y'])),
    recording('r_huge', spoken(['x'.repeat(maxLongText + 1), 'y'])),
    recording('r_notes', spoken(['x']), { note: 'n_ai', ...markdown(maxLongText) }),
    recording('r_z_more', spoken(['x']), { note: 'n_ai', ...markdown(1) }),
    recording('r_empty', []),
  ]
  const crowds = [-1, 0, 1].map((more) => crowd(more, (id, note) => recording(id, spoken(['x']), { note })))
  recordings.push(...crowds.flatMap((each) => each.recordings))
  const events = [...here.events, ...crowds.map(({ event }) => event)]
  const action_items = [...here.action_items, ...crowds.flatMap((each) => each.items)]
  const notes = [
    ...here.notes,
    ...crowds.map(({ note }) => note),
    { id: 'n_ai', created_by: 'u_bo', title: 'AI', created_at: '2026-01-07T00:00:00.000Z' },
  ]
  await world.load({ ...here, events, notes, recordings, action_items }, there)
  bo = await openAssistant(world.url, { 'x-api-key': keys.bo })
})
after(async () => {
  await bo[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** A meeting with as many people, recordings and items as a result shows, and so many more. */
function crowd(more: number, recording: (id: string, note: string) => object) {
  const [id, guid, title] = [`n_crowd${more + 1}`, `crowd${more}`, 'Crowd']
  const list = <Each>(shown: number, make: (index: number) => Each) =>
    Array.from({ length: shown + more }, (_, at) => make(at))
  const attendees = [{ email: 'bo@acme.test', name: '' }, ...list(19, (at) => ({ email: `g${at}@x.test`, name: '' }))]
  return {
    event: { guid, title, start: '2026-01-01T09:00:00Z', end: '2026-01-01T10:00:00Z', attendees },
    note: { id, event: guid, created_by: 'u_bo', title, created_at: `2026-01-0${more + 2}T00:00:00.000Z` },
    recordings: list(10, (at) => recording(`r_crowd${more + 1}_${at}`, id)),
    items: list(20, (at) => ({ id: `ai_crowd${more + 1}_${at}`, note: id, text: 'x', created_by: 'u_bo' })),
  }
}

test('48: a meeting lists 20 people, 20 items and 10 recordings, and reads five recordings', async () => {
  const listed = (await bo.read('list_meetings', { title: 'crowd' })).meetings
  for (const more of [-1, 0, 1]) {
    const { recording_ids } = listed.find(({ id }: { id: string }) => id === `n_crowd${more + 1}`)
    assert.equal(recording_ids.length, Math.min(10 + more, 10))
    const meeting = await bo.read('get_meeting', { id: `n_crowd${more + 1}` })
    const counts = [meeting.attendees.length, meeting.action_items.length, meeting.recordings.length]
    assert.deepEqual(counts, [Math.min(20 + more, 20), Math.min(20 + more, 20), 5])
    assert.deepEqual([meeting.more_attendees, meeting.more_recordings], [Math.max(more, 0), 5 + more])
  }
})

/** Every page from there on. */
async function readAll(args: { limit?: number } & Record<string, unknown>): Promise<Segment[]> {
  const read: Segment[] = []
  let from_segment: number | null = 0
  while (from_segment !== null) {
    const page = await bo.read('get_transcript', { recording_id: 'r_long', ...args, from_segment })
    assert(page.segments.length <= (args.limit ?? 100) && page.total_segments === long.length)
    const characters = page.segments.map(({ text }: Segment) => [...unquoted(text)].length)
    assert(characters.reduce((sum: number, each: number) => sum + each, 0) <= maxLongText)
    assert.equal(page.segments[0].index, from_segment)
    assert.equal(page.url, `https://minutebook.test/recap/r_long?t=${page.segments[0].start_time}`)
    read.push(...page.segments)
    from_segment = page.next_from_segment
  }
  return read.map(({ speaker, text, start_time, end_time }) => ({
    speaker: unquoted(speaker),
    text: unquoted(text),
    start_time,
    end_time,
  }))
}

test('48: the pages of a long transcript add up to the whole transcript', async () => {
  for (const limit of [undefined, 200, 37]) assert.deepEqual(await readAll({ limit }), long)
})

test('48: a part of a transcript has what was said in that time', async () => {
  const indexes = async (args: object) => {
    const page = await bo.read('get_transcript', { recording_id: 'r_long', ...args })
    return [page.segments.map(({ index }: { index: number }) => index), page.next_from_segment]
  }
  assert.deepEqual(await indexes({ from_seconds: 19, to_seconds: 40 }), [[1, 2, 3, 4], null])
  assert.deepEqual(await indexes({ from_seconds: 19.1, to_seconds: 39.9 }), [[2, 3], null])
  assert.deepEqual(await indexes({ from_seconds: 19, to_seconds: 40, limit: 2 }), [[1, 2], 3])
  assert.deepEqual(await indexes({ from_seconds: 19, to_seconds: 40, from_segment: 3 }), [[3, 4], null])
  assert.deepEqual(await indexes({ from_seconds: 600_000 }), [[], null])
  assert.deepEqual(await indexes({ from_segment: 1_037 }), [[], null])
})

test('48: a page has at most 20,000 characters, but always at least one segment', async () => {
  const page = async (recording_id: string) => {
    const { segments, next_from_segment } = await bo.read('get_transcript', { recording_id })
    return [segments.map(({ text }: Segment) => unquoted(text).length), next_from_segment]
  }
  assert.deepEqual(await page('r_fits'), [[maxLongText - 1, 1], null])
  assert.deepEqual(await page('r_over'), [[maxLongText - 1], 1])
  assert.deepEqual(await page('r_one'), [[maxLongText], 1])
  assert.deepEqual(await page('r_huge'), [[maxLongText], 1])
  const { segments } = await bo.read('get_transcript', { recording_id: 'r_huge' })
  assert(segments[0].text.endsWith('x…⟧'))
  assert.deepEqual(await page('r_empty'), [[], null])
})

test('48: a deleted transcript is not found, but the recording can still be read', async () => {
  await world.db.updateTable('recordings').set({ transcript: null }).where('id', '=', 'r_2').execute()
  assert.equal(await bo.refused('get_transcript', { recording_id: 'r_2' }), 'Transcript not found')
  const { text, metadata } = await bo.read('fetch', { id: 'recording:r_2' })
  assert.deepEqual([text, metadata.more], ['⟦⟧', undefined])
})

test('48: fetch says how to get the next part', async () => {
  const { text, metadata } = await bo.read('fetch', { id: 'recording:r_long', transcript: true })
  const next = Number(
    /^What was said: get_transcript with recording_id r_long and from_segment (\d+)\.$/.exec(metadata.more)![1],
  )
  assert(text.includes(long[next - 1]!.text) && !text.includes(long[next]!.text))
  const moment = await bo.read('fetch', { id: 'recording:r_long@10365' })
  assert.deepEqual([moment.text, moment.metadata.more], [`⟦[02:52:40] Speaker 1: ${long[1_036]!.text}⟧`, undefined])
  const full = await bo.read('fetch', { id: 'recording:r_notes' })
  assert.equal(full.text, `⟦${'m'.repeat(maxLongText)}⟧`)
  assert.equal(full.metadata.more, 'What was said: get_transcript with recording_id r_notes and from_segment 0.')
})

test('48: agenda and AI notes of a meeting share 20,000 characters', async () => {
  const { recordings, is_cut } = await bo.read('get_meeting', { id: 'n_ai' })
  const lengths = recordings.map(({ ai_notes }: { ai_notes: string }) => unquoted(ai_notes).length)
  assert.deepEqual([lengths, is_cut], [[maxLongText, 0], true])
  await world.db.deleteFrom('recordings').where('id', '=', 'r_z_more').execute()
  const without = await bo.read('get_meeting', { id: 'n_ai' })
  assert.deepEqual([unquoted(without.recordings[0].ai_notes).length, without.is_cut], [maxLongText, false])
  const { recordings: newest, more_recordings } = await bo.read('get_meeting', { id: 'n_bo' })
  assert.deepEqual([newest.length, more_recordings], [5, 1])
})

test('48: texts in lists are cut at 400 characters, and fetch has all of one', async () => {
  for (const length of [399, 400, 401]) {
    const { action_item } = await bo.read('create_action_item', { text: 'x'.repeat(length) })
    assert.equal(unquoted(action_item.text).length, Math.min(length, 400))
    assert.equal(action_item.text.includes('…'), length > 400)
    assert.equal(unquoted((await bo.read('fetch', { id: `item:${action_item.id}` })).text).length, length)
  }
})

test('48: an item names five of its people and counts the others', async () => {
  const people = Array.from({ length: 6 }, (_, index) => ({ email: `p${index}@acme.test`, full_name: 'n'.repeat(255) }))
  for (const person of people) assert.equal((await world.post('/api/v1/user', keys.ada, person)).status, 201)
  for (const count of [4, 5, 6]) {
    const assignees = people.slice(0, count).map(({ email }) => email)
    const { action_item } = await bo.read('create_action_item', { text: 'x', assignees })
    assert.deepEqual(
      [action_item.assignees.length, action_item.more_assignees],
      [Math.min(count, 5), Math.max(count - 5, 0)],
    )
  }
})

test('48: arguments at their limits are accepted; larger ones are named in the error', async () => {
  const item = (more: object) => ({ text: 'x', ...more })
  const right: [name: string, args: object][] = [
    ...[1, 20].map((limit): [string, object] => ['search', { query: 'deck', limit }]),
    ...[1, 50].map((limit): [string, object] => ['list_meetings', { limit }]),
    ...[1, 20].map((limit): [string, object] => ['find_people', { name: 'x'.repeat(255), limit }]),
    ...[1, 50].map((limit): [string, object] => ['list_action_items', { limit }]),
    ...[1, 50].map((limit): [string, object] => ['list_decisions', { limit, query: 'x'.repeat(255) }]),
    ...[1, 200].map((limit): [string, object] => ['get_transcript', { recording_id: 'r_1', limit }]),
    ['search', { query: `deck ${'x'.repeat(495)}` }],
    ['search', { query: 'deck', kinds: null, limit: null }],
    ['create_action_item', item({ text: 'x'.repeat(10_000) })],
    ['create_action_item', item({ assignees: Array(20).fill('u_bo'), note_id: null })],
    ['append_to_agenda', { note_id: 'n_bo', content_native_markdown: `- ${'x'.repeat(maxLongText - 2)}` }],
    ['get_transcript', { recording_id: 'r_1', from_seconds: 0, to_seconds: 604_800, from_segment: 10_000_000 }],
  ]
  for (const [name, args] of right) await bo.read(name, args)
  const wrong: [name: string, args: object, sentence: RegExp][] = [
    ['search', {}, /^arguments\.query is required$/],
    ['search', { query: '' }, /^arguments\.query must have at least 1 characters$/],
    ['search', { query: 'x'.repeat(501) }, /^arguments\.query must have at most 500 characters$/],
    ['search', { query: '?!' }, /^arguments\.query must have a word that is to be found$/],
    ['search', { query: 'x', limit: 0 }, /^arguments\.limit must be at least 1$/],
    ['search', { query: 'x', limit: 21 }, /^arguments\.limit must be at most 20$/],
    ['search', { query: 'x', limit: '5' }, /^arguments\.limit must be an integer$/],
    ['search', { query: 'x', kinds: ['salary'] }, /^arguments\.kinds\[0\] must be one of title, agenda/],
    ['search', { query: 'x', filters: {} }, /^arguments\.filters is not accepted here$/],
    ['fetch', { id: 'n_1' }, /^arguments\.id must be an id that search gave/],
    ['find_people', { name: 'x', limit: 21 }, /^arguments\.limit must be at most 20$/],
    ['find_people', { name: 'x'.repeat(256) }, /^arguments\.name must have at most 255 characters$/],
    ['find_people', { name: ' ' }, /^arguments\.name must not be blank$/],
    ['find_people', { name: '<>' }, /^arguments\.name must not be blank$/],
    ['list_meetings', { limit: 51 }, /^arguments\.limit must be at most 50$/],
    ['list_meetings', { from: '2026-02-30' }, /^arguments\.from must be a date that exists/],
    ['list_meetings', { cursor: 'x' }, /^Invalid cursor$/],
    ['list_action_items', { scope: 'mine' }, /^arguments\.scope must be one of assigned_to_me/],
    ['get_meeting', { id: 'no id' }, /^arguments\.id must be an id/],
    ['get_transcript', { recording_id: 'r_1', limit: 201 }, /^arguments\.limit must be at most 200$/],
    ['get_transcript', { recording_id: 'r_1', from_segment: 10_000_001 }, /^arguments\.from_segment must be at most/],
    ['get_transcript', { recording_id: 'r_1', from_segment: -1 }, /^arguments\.from_segment must be at least 0$/],
    ['get_transcript', { recording_id: 'r_1', to_seconds: 604_801 }, /^arguments\.to_seconds must be at most 604800$/],
    ['create_action_item', item({ text: ' ' }), /^arguments\.text must not be blank$/],
    ['create_action_item', item({ text: 'x'.repeat(10_001) }), /^arguments\.text must have at most 10000 characters$/],
    ['create_action_item', item({ assignees: Array(21).fill('u_bo') }), /^arguments\.assignees must have at most 20/],
    ['create_action_item', item({ assignees: ['u_bo', 'who'] }), /^arguments\.assignees\[1\] must be the id or e-mail/],
    ['create_action_item', item({ due_date: 'Friday' }), /^arguments\.due_date must be a day that exists/],
    ['complete_action_item', { id: 'ai_2', completed: 'yes' }, /^arguments\.completed must be a boolean$/],
    [
      'append_to_agenda',
      { note_id: 'n_bo', content_native_markdown: 'x'.repeat(maxLongText + 1) },
      /at most 20000 char/,
    ],
    ['append_to_agenda', { note_id: 'n_bo', content_native_markdown: '\n' }, /markdown must not be blank$/],
    ['append_to_agenda', { note_id: 'n_bo', content_native_markdown: '::zzz[' }, /^arguments\.\w+ line 1: /],
  ]
  for (const [name, args, sentence] of wrong) assert.match(await bo.refused(name, args), sentence)
})

/** Long names and titles, in a script whose letters take three bytes, with signs that JSON escapes. */
const verbose = (index: number) => ({
  id: `r_${'x'.repeat(27)}${String(index).padStart(2, '0')}`,
  title: `"会議" ${index} ${'予算の話'.repeat(40)}`,
  said: `${'前置きの長い話。"いや"、'.repeat(12)}第${index}の予算 otter 決定`,
})

test('48: ten results of a search have at most 4,000 bytes, twenty 8,000, and show the found words', async () => {
  const { transcript: _, ...met } = (await world.db
    .selectFrom('recordings')
    .selectAll()
    .where('id', '=', 'r_1')
    .executeTakeFirstOrThrow()) as Record<string, unknown>
  const rows = Array.from({ length: 20 }, (_, index) => verbose(index)).map(({ id, title, said }) => ({
    ...met,
    ai_notes: null,
    facts: '{}',
    id,
    title,
    transcript: JSON.stringify({
      language_code: 'en',
      speech_segments: [{ speaker: '長い名前の人'.repeat(9), text: said, start_time: 3_600, end_time: 3_700 }],
    }),
  }))
  await world.db
    .insertInto('recordings')
    .values(rows as never)
    .execute()
  while ((await indexSome(world.db, world.base.threads)) > 0);
  for (const [limit, most] of [
    [1, 4_000],
    [9, 4_000],
    [10, 4_000],
    [11, 4_400],
    [20, 8_000],
  ] as const) {
    const { text, data } = await bo.call('search', { query: 'otter', kinds: ['transcript'], limit })
    assert.equal(data.results.length, limit)
    assert(Buffer.byteLength(text) <= most, `${limit}: ${Buffer.byteLength(text)} bytes`)
    for (const result of data.results) assert.match(result.text, /otter/)
  }
})

test('48: an error of the service is also a result, and is logged', async () => {
  await world.db.schema.alterTable('search_words').renameTo('search_words_away').execute()
  assert.equal(await bo.refused('search', { query: 'deck' }), 'Internal error')
  await world.db.schema.alterTable('search_words_away').renameTo('search_words').execute()
  assert.equal(world.logged.length, 1)
  assert.match(world.logged[0]!, /"tool":"search".*"msg":"A tool failed"/)
})
