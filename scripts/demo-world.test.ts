import assert from 'node:assert/strict'
import { access, readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import { parseAgenda } from '../server/meetings/notes/agenda-parse.ts'
import { printAgenda } from '../server/meetings/notes/agenda-print.ts'
import type { acme as makeAcme } from './demo/acme.ts'
import { makeDemoWorld, meetingsFolder, worldFile } from './make-demo-world.ts'

const text = await readFile(worldFile, 'utf8')
const [acme, globex] = JSON.parse(text).workspaces as [ReturnType<typeof makeAcme>, ReturnType<typeof makeAcme>]

test('demo/world.json is the script’s output for the meetings', async (t) => {
  const here = await access(meetingsFolder).then(
    () => true,
    () => false,
  )
  if (!here) return t.skip(`the data set is not at ${meetingsFolder}`)
  assert.ok((await makeDemoWorld(meetingsFolder)) === text, 'run npx node scripts/make-demo-world.ts')
})

test('there are enough objects of every kind, and the file is small enough to load', () => {
  assert.ok(Buffer.byteLength(text) < 2.5e6)
  assert.ok(acme.notes.length >= 20)
  assert.ok(acme.channels.length >= 3)
  assert.ok(acme.channels.some((channel) => channel.private))
  assert.ok(acme.series.length >= 2)
  assert.ok(acme.users.some((user) => !user.active))
  assert.ok(acme.events.some((event) => event.all_day))
  assert.deepEqual(new Set(acme.uploads.map((upload) => upload.status)), new Set(['SUCCESS', 'FAILED']))
  assert.ok(acme.notes.some((note) => note.event === null))
  assert.ok(acme.action_items.some((item) => item.note === null))
  assert.deepEqual(
    new Set(acme.notes.map((note) => Math.min(2, acme.recordings.filter((each) => each.note === note.id).length))),
    new Set([0, 1, 2]),
  )
})

test('three recordings have audio, as long as their transcripts', async () => {
  const heard = acme.recordings.flatMap(({ media, transcript }) => (media ? [{ ...media, transcript }] : []))
  assert.equal(heard.length, 3)
  for (const { file, transcript } of heard) {
    const { size } = await stat(new URL(`../demo/media/${file}`, import.meta.url))
    // MP3 of 16,000 bits a second.
    const seconds = size / 2_000
    assert.ok(Math.abs(seconds - transcript.speech_segments.at(-1)!.end_time) < 1, file)
  }
})

test('a series has a moved meeting, and a cancelled one that stays because of its agenda', () => {
  const inSeries = acme.events.filter((event) => event.series)
  const moved = inSeries.filter(({ guid, start }) => !guid.endsWith(`_${start.replace(/[-:]|\.\d+/g, '')}`))
  assert.equal(moved.length, 1)
  const [calledOff, ...others] = inSeries.filter((event) => event.cancelled_at)
  assert.deepEqual(others, [])
  assert.ok(acme.notes.find((note) => note.event === calledOff?.guid)?.agenda)
  assert.ok(acme.notes.some((note) => note.titled_by_person))
})

test('one upload has a published recap with AI notes and their action items', () => {
  const done = acme.uploads.filter(({ status }) => status === 'SUCCESS').map(({ recording_id }) => recording_id)
  const recap = acme.recordings.find(({ id, published_to }) => done.includes(id) && published_to.length > 0)
  const found = acme.action_items.filter((item) => item.note === recap?.note && item.ai_generated)
  assert.ok(found.length > 0 && found.every((item) => recap?.ai_notes.markdown.includes(item.text)))
  const open = acme.action_items.filter((item) => item.status === 'Incomplete')
  assert.ok(open.some((item) => item.assignees.length === 0))
  for (const upload of acme.uploads) assert.equal(upload.failure_reason !== null, upload.status === 'FAILED')
})

test('nothing in the demo world causes a request to the outside', () => {
  assert.ok(acme.webhook_list.length > 0 && acme.webhook_list.every((webhook) => webhook.status === 'inactive'))
  assert.ok(acme.calendar_feeds.length > 0 && acme.calendar_feeds.every((feed) => !('url' in feed)))
})

test('2.2: the agendas are canonical and have every kind of block', () => {
  const blocks = acme.notes.flatMap((note) => {
    const agenda = parseAgenda(note.agenda)
    assert.equal(printAgenda(agenda), note.agenda, note.id)
    return agenda
  })
  const kinds = new Set(blocks.map((block) => (block.type === 'heading' ? `h${block.level}` : block.type)))
  assert.deepEqual(kinds, new Set(['h1', 'h2', 'h3', 'paragraph', 'bullet', 'talking_point', 'action_item']))
  assert.ok(blocks.some((block) => block.type === 'bullet' && block.depth === 2))
  const items = blocks.filter((block) => block.type === 'action_item')
  assert.deepEqual(new Set(items.map((item) => item.status)), new Set(['Incomplete', 'Done', 'Archived']))
  assert.deepEqual(new Set(items.map((item) => item.completion_type)), new Set(['any', 'all']))
  assert.ok(items.some((item) => item.depth === 2))
})

test('an agenda names its own action items with the same values; one item is only in action_items', () => {
  const inAgendas = new Set<string>()
  for (const note of acme.notes) {
    for (const block of parseAgenda(note.agenda).filter((block) => block.type === 'action_item')) {
      const item = acme.action_items.find((item) => item.id === block.id)
      const { type, depth, ...said } = block
      assert.deepEqual({ ...item, ...said }, item)
      assert.equal(item?.note, note.id)
      inAgendas.add(item.id)
    }
  }
  const others = acme.action_items.filter((item) => item.note !== null && !inAgendas.has(item.id))
  assert.deepEqual(
    others.map((item) => item.id),
    ['ai_fashion_safety'],
  )
})

test('63: decisions quote what was said, and some of them replaced others', () => {
  const found = new Map(acme.decisions.map((decision) => [decision.id, decision]))
  const replaced = acme.decisions.flatMap(({ supersedes }) => supersedes)
  assert.equal(new Set(replaced).size, replaced.length)
  assert.ok(replaced.length > 0 && replaced.length < found.size)
  for (const { note, recording, quote, speaker, start_time, supersedes, created_at } of found.values()) {
    const { transcript, note: ofNote } = acme.recordings.find(({ id }) => id === recording)!
    const turn = transcript.speech_segments.find((segment) => segment.start_time === start_time)
    assert.deepEqual([ofNote, turn?.speaker, turn?.text.includes(quote)], [note, speaker, true], quote)
    for (const id of supersedes) assert.ok(found.get(id)!.created_at < created_at, id)
  }
})

test('every id exists once, and every reference has its object', () => {
  const users = unique(acme.users.map((user) => user.id))
  const channels = unique(acme.channels.map((channel) => channel.id))
  const series = unique(acme.series.map((each) => each.id))
  const events = unique(acme.events.map((event) => event.guid))
  const notes = unique(acme.notes.map((note) => note.id))
  unique(acme.recordings.map((recording) => recording.id))
  unique(acme.action_items.map((item) => item.id))
  unique(acme.decisions.map((decision) => decision.id))
  unique(acme.notes.flatMap((note) => note.event ?? []))
  const sharing = [...acme.series, ...acme.notes, ...acme.recordings].flatMap((thing) => thing.shared_with)
  const publishing = [...acme.notes, ...acme.recordings].flatMap((thing) => thing.published_to)
  const transcribed = acme.recordings.flatMap(({ ai_notes }) =>
    ai_notes.sections.flatMap((section) => ('items' in section ? section.items : [])),
  )
  within(users, [
    ...acme.channels.flatMap((channel) => channel.members),
    ...acme.notes.map((note) => note.created_by),
    ...acme.recordings.map((recording) => recording.started_by),
    ...acme.uploads.map((upload) => upload.submitted_by),
    ...acme.action_items.flatMap((item) => [...item.assignees, ...item.completed_by, item.created_by]),
    ...sharing.flatMap((share) => [share.user, share.by]),
    ...publishing.map((publication) => publication.by),
    ...transcribed.flatMap((item) => item.assignees ?? []),
    ...[...acme.webhook_list, ...acme.calendar_feeds].map(({ owner }) => owner),
  ])
  within(channels, [...publishing.map(({ channel }) => channel), ...acme.uploads.map((upload) => upload.channel)])
  within(series, [...acme.events.map((event) => event.series)])
  within(events, [...acme.notes.map((note) => note.event), ...acme.uploads.map((upload) => upload.event)])
  within(
    events,
    acme.calendar_feeds.flatMap((feed) => feed.events),
  )
  within(notes, [...acme.recordings.map(({ note }) => note), ...acme.action_items.map((item) => item.note)])
  for (const { recording_id, status, created_at } of acme.uploads) {
    const recording = acme.recordings.find(({ id }) => id === recording_id)
    assert.equal(recording?.created_at, status === 'SUCCESS' ? created_at : undefined, recording_id)
  }
})

test('2.1: a person who shares or publishes attended the meeting, and is in the channel', () => {
  const attended = (by: string, noteId: string) => {
    const note = acme.notes.find((note) => note.id === noteId)
    const event = acme.events.find((event) => event.guid === note?.event)
    if (!event) return note?.created_by === by
    return event.attendees.some(({ email }) => `u_${email.toLowerCase()}` === `${by}@acme.test`)
  }
  const things = [...acme.notes.map((note) => ({ ...note, note: note.id })), ...acme.recordings]
  for (const { id, note, shared_with, published_to } of things) {
    for (const { by } of [...shared_with, ...published_to]) assert.ok(attended(by, note), `${by}, ${id}`)
    for (const { user } of shared_with) assert.ok(!attended(user, note), `${user} sees ${id} anyway`)
    for (const { by, channel } of published_to) {
      assert.ok(acme.channels.find(({ id }) => id === channel)?.members.includes(by), `${by}, ${channel}`)
    }
  }
})

test('times are in order, in transcripts and in their notes, and meetings are on weekdays', () => {
  for (const { id, transcript, ai_notes, started_at, ended_at } of acme.recordings) {
    let clock = 0
    for (const { text, start_time, end_time } of transcript.speech_segments) {
      assert.ok(start_time === clock && end_time > start_time, `${id} at ${start_time}`)
      assert.doesNotMatch(text, /[{}]| [.,?!]|^\s|\s$/, id)
      clock = end_time
    }
    assert.equal(Date.parse(ended_at) - Date.parse(started_at), Math.round(clock * 1000), id)
    const moments = ai_notes.sections.flatMap((section) =>
      'items' in section ? section.items.map((item) => item.timestamp) : [],
    )
    const starts = new Set(transcript.speech_segments.map((segment) => Math.floor(segment.start_time)))
    within(starts, moments)
  }
  for (const { guid, start, end } of acme.events) {
    assert.ok(start < end, guid)
    assert.ok(![0, 6].includes(new Date(start).getUTCDay()), guid)
  }
})

test('the second workspace is independent: the same ids, other addresses', () => {
  assert.equal(globex.plan, 'team')
  assert.equal(globex.notes[0]?.id, 'n_remote_1')
  assert.ok(globex.users.every((user) => user.email.endsWith('@globex.test')))
})

function unique(ids: string[]): Set<string> {
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
  return new Set(ids)
}

function within<Value>(known: Set<Value>, used: (Value | null)[]): void {
  assert.deepEqual(
    used.filter((value) => value !== null && !known.has(value)),
    [],
  )
}
