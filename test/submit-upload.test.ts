/**
 * Uploads with a transcript: from the request to the recap, and what is rejected (spec 4.4; decisions 27 to 29a on
 * media and repeats).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { failureBody } from './support/failure-body.ts'
import { scriptedWriter } from './support/scripted-writer.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  world.base.engines = { ...world.base.engines, noteWriter: scriptedWriter }
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const transcript = {
  language_code: 'en-US',
  speech_segments: [
    {
      speaker: 'Ada Moreau',
      text: 'Good morning. We decided to move the launch to March.',
      start_time: 0,
      end_time: 4.25,
    },
    { speaker: 'Bo Lindqvist', text: 'I will send the deck to everyone by Friday.', start_time: 4.25, end_time: 9.5 },
    { speaker: 'Ada Moreau', text: 'Thank you, that helps a lot with the launch.', start_time: 10, end_time: 12 },
  ],
}
const body = { title: 'Weekly 12 Jan', transcript, started_at: '2026-01-10T11:00:00+01:00' }

const submit = (given: object, key = keys.bo, headers = {}) =>
  world.post('/api/v1/recordings/upload', key, given, { headers })
const upload = async (id: string, key = keys.bo) =>
  (await world.get(`/api/v1/recordings/upload/${id}`, key)).body.upload
const recording = async (id: string, key = keys.bo) => (await world.get(`/api/v1/recording/${id}`, key)).body.recording
async function settled(given: object, key = keys.bo) {
  const answer = await submit(given, key)
  assert.equal(answer.status, 201, answer.text)
  await world.settle()
  return answer.body.recording_id as string
}

test('27: a waiting request is answered as soon as the upload is no longer pending, or when the time is over', async () => {
  const id = (await submit(body)).body.recording_id as string
  const wait = (seconds: string) => world.get(`/api/v1/recordings/upload/${id}?wait=${seconds}`, keys.bo)
  for (const seconds of ['0', '1']) assert.equal((await wait(seconds)).body.upload.status, 'PENDING')
  for (const seconds of ['-1', '31', '0.5', 'long']) assert.equal((await wait(seconds)).status, 400)
  const waiting = wait('30')
  await world.settle()
  assert.equal((await waiting).body.upload.status, 'SUCCESS')
  const unknown = await world.get('/api/v1/recordings/upload/r_none?wait=30', keys.bo)
  assert.equal(unknown.status, 404)
})

test('27: a stopping service answers waiting requests', async () => {
  const stopped = await openWorld({}, { anew: true })
  await stopped.load(...acme())
  const id = (await stopped.post('/api/v1/recordings/upload', keys.bo, body)).body.recording_id
  const waiting = stopped.get(`/api/v1/recordings/upload/${id}?wait=30`, keys.bo)
  await Promise.all([waiting, stopped[Symbol.asyncDispose]()])
  assert.equal((await waiting).body.upload.status, 'PENDING')
})

test('28, 29: without an event: pending, then a recording and its own note, which its uploader sees', async () => {
  const answer = await submit(body)
  assert.deepEqual([answer.status, Object.keys(answer.body)], [201, ['recording_id']])
  const id = answer.body.recording_id
  assert.deepEqual(await upload(id), {
    recording_id: id,
    title: body.title,
    status: 'PENDING',
    failure_reason: null,
    progress: { stage: 'writing', done: null },
    created_at: '2026-01-10T12:00:00.000Z',
    updated_at: '2026-01-10T12:00:00.000Z',
  })
  assert.equal((await world.get(`/api/v1/recording/${id}`, keys.bo)).status, 404)
  assert.equal((await world.delete(`/api/v1/recording/${id}`, keys.ada)).status, 404)

  world.advance({ seconds: 20 })
  await world.settle()
  assert.deepEqual(await upload(id), {
    recording_id: id,
    title: body.title,
    status: 'SUCCESS',
    failure_reason: null,
    created_at: '2026-01-10T12:00:00.000Z',
    updated_at: '2026-01-10T12:00:20.000Z',
  })
  const made = await recording(id)
  assert.deepEqual(made.transcript, transcript)
  assert.deepEqual([made.started_at, made.ended_at], ['2026-01-10T10:00:00.000Z', '2026-01-10T10:00:12.000Z'])
  assert.deepEqual([made.event_guid, made.media_url, made.title], [null, null, body.title])
  assert.equal(made.ai_notes.generated_by, 'scripted')
  assert.match(made.ai_notes.markdown, /deck/)
  const { note } = (await world.get(`/api/v1/note/${made.note_id}`, keys.bo)).body
  assert.deepEqual([note.title, note.recording_ids], [body.title, [id]])
  assert.match(note.content_markdown, /^\* Action Item: .*deck.*\(Due: 2026-01-/m)
  const items = await world.post('/api/v1/action_items', keys.bo, { filters: { note_id: made.note_id } })
  const [item] = items.body.data
  assert.deepEqual([item.ai_detected, item.status, item.recording_offset], [true, 'Incomplete', 4])
  assert.equal((await world.get(`/api/v1/note/${made.note_id}`, keys.adaRegular)).status, 404)
})

test('29: with an event the recording joins its note; the attendees of the event see it', async () => {
  const id = await settled({ ...body, event_guid: 'evt1_20260105T090000Z' })
  const made = await recording(id, keys.adaRegular)
  assert.deepEqual([made.note_id, made.event_guid], ['n_1', 'evt1_20260105T090000Z'])
  assert.equal(made.user_has_calendar_event, true)
  const { note } = (await world.get('/api/v1/note/n_1', keys.bo)).body
  assert(note.recording_ids.includes(id))
  assert.match(
    note.content_native_markdown,
    /::action-item\[Send the deck\]\{#ai_1 [\s\S]*::action-item\[.*deck.*\]\{#ai_\w{20}/,
  )
  assert.equal(note.updated_at, (await recording(id)).updated_at)
})

test('days are counted from the time given, else from the event', async () => {
  const dueOf = async (given: object) => {
    const made = await recording(await settled(given))
    const { note } = (await world.get(`/api/v1/note/${made.note_id}`, keys.bo)).body
    const lines: string[] = note.content_native_markdown.split('\n')
    return / due=([\d-]+)/.exec(lines.findLast((line) => line.includes('deck'))!)?.[1]
  }
  const { started_at: _, ...untimed } = body
  assert.equal(await dueOf(body), '2026-01-17')
  assert.equal(await dueOf({ ...untimed, event_guid: 'evt1_20260105T090000Z' }), '2026-01-12')
  assert.equal(await dueOf(untimed), undefined)
})

test('29: an event without a note gets one, and two uploads for it share it', async () => {
  const event = { guid: 'evt_new', title: 'Planning', start: '2026-01-09T09:00:00Z', end: '2026-01-09T10:00:00Z' }
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    events: [{ ...event, attendees: [{ email: 'bo@acme.test' }] }],
  })
  const ids = [await submit({ ...body, event_guid: 'evt_new' }), await submit({ ...body, event_guid: 'evt_new' })]
  await world.settle()
  const [one, two] = await Promise.all(ids.map(({ body }) => recording(body.recording_id)))
  assert.equal(one.note_id, two.note_id)
  assert.equal((await world.get(`/api/v1/note/${one.note_id}`, keys.bo)).body.note.title, 'Planning')
})

test('29: with a channel the recap is published there, but not the note', async () => {
  const id = await settled({ ...body, channel_id: 'ch_eng' })
  const made = await recording(id, keys.adaRegular)
  assert.equal(made.title, body.title)
  assert.equal((await world.get(`/api/v1/note/${made.note_id}`, keys.adaRegular)).status, 404)
  const list = await world.post('/api/v1/recordings', keys.bo, { filters: { channel_id: 'ch_eng' } })
  assert(list.body.data.some((each: { id: string }) => each.id === id))
})

test('a channel that the uploader has left in the meantime gets nothing, and the upload succeeds', async () => {
  const { body: answer } = await submit({ ...body, channel_id: 'ch_eng' })
  const members = (...members: string[]) =>
    world.load({
      id: 'ws_acme',
      subdomain: 'acme',
      name: 'Acme',
      channels: [{ id: 'ch_eng', title: 'Engineering', members }],
    })
  await members('u_ada')
  await world.settle()
  await members('u_ada', 'u_bo')
  assert.equal((await upload(answer.recording_id)).status, 'SUCCESS')
  assert.equal((await world.get(`/api/v1/recording/${answer.recording_id}`, keys.adaRegular)).status, 404)
})

test('participants name speakers and assignees, and get no access; those with an account are assigned', async () => {
  const participants = [
    { name: 'Ada Moreau', email: 'ADA@acme.test' },
    { name: 'Guest', email: 'guest@elsewhere.test' },
  ]
  const said = [
    { speaker: 'Ada Moreau', text: 'I will write the report by Friday.', start_time: 0, end_time: 2 },
    { speaker: 'Guest', text: 'I will send the invoice by Monday.', start_time: 2, end_time: 4 },
  ]
  const id = await settled({ title: 'Talk', participants, transcript: { speech_segments: said } })
  const items = await world.post('/api/v1/action_items', keys.bo, {
    filters: { note_id: (await recording(id)).note_id },
  })
  const assignees = Object.fromEntries(
    items.body.data.map((item: { text: string; assignees: { id: string }[] }) => [
      /report|invoice/.exec(item.text)?.[0],
      item.assignees.map(({ id }) => id),
    ]),
  )
  assert.deepEqual(assignees, { report: ['u_ada'], invoice: [] })
  assert.equal((await world.get(`/api/v1/recording/${id}`, keys.adaRegular)).status, 404)
})

test('the uploader counts as a person of the meeting, and a guest is named in the item', async () => {
  const participants = [{ name: 'Guest', email: 'guest@elsewhere.test' }]
  const said = ['Bo Lindqvist', 'Guest'].map((speaker, turn) => ({
    speaker,
    text: `I will send the ${['cost sheet', 'invoice'][turn]}.`,
    start_time: turn,
    end_time: turn + 1,
  }))
  const made = await recording(await settled({ title: 'Call', participants, transcript: { speech_segments: said } }))
  const { items } = made.ai_notes.sections.find(({ title }: { title: string }) => title === 'Action items')
  assert.deepEqual(
    items.map(({ text, assignees }: { text: string; assignees: { id: string }[] }) => [
      text,
      ...assignees.map(({ id }) => id),
    ]),
    [['Bo Lindqvist: I will send the cost sheet.', 'u_bo'], ['Guest: I will send the invoice.']],
  )
})

test('a speaker is recognized by the name of the account, whatever the calendar calls its owner', async () => {
  const event = { guid: 'evt_names', title: 'Names', start: '2026-01-10T09:00:00Z', end: '2026-01-10T09:30:00Z' }
  const attendees = [
    { email: 'ada@acme.test', name: 'ada@acme.test' },
    { email: 'bo@acme.test', name: 'Bo' },
  ]
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', events: [{ ...event, attendees }] })
  const made = await recording(await settled({ ...body, event_guid: event.guid }))
  const [item] = made.ai_notes.sections.find(({ title }: { title: string }) => title === 'Action items').items
  assert.deepEqual(
    item.assignees.map(({ id }: { id: string }) => id),
    ['u_bo'],
  )
})

test('WebVTT and SRT are accepted; a language in the request wins over theirs', async () => {
  const vtt = 'WEBVTT\nLanguage: de\n\n00:01.000 --> 00:02.000\n<v Ada>Guten Morgen.\n'
  const id = await settled({ title: 'Text', transcript: { format: 'vtt', text: vtt } })
  const segment = { speaker: 'Ada', text: 'Guten Morgen.', start_time: 1, end_time: 2 }
  assert.deepEqual((await recording(id)).transcript, { language_code: 'de', speech_segments: [segment] })
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nAda: Guten Morgen.\n'
  const withoutLanguage = await settled({ title: 'Text', transcript: { format: 'srt', text: srt } })
  assert.equal((await recording(withoutLanguage)).transcript.language_code, 'und')
  const other = await settled({ title: 'Text', transcript: { format: 'srt', text: srt }, language_code: 'de-at' })
  assert.deepEqual((await recording(other)).transcript, { language_code: 'de-AT', speech_segments: [segment] })
})

test('29a: a transcript has five formats, for those who see the recording', async () => {
  const id = await settled(body)
  const get = (query: string, key = keys.bo) => world.get(`/api/v1/recording/${id}/transcript${query}`, key)
  assert.deepEqual((await get('')).body, transcript)
  assert.deepEqual((await get('?format=json')).body, transcript)
  const firstLines: [format: string, type: string, lines: string[]][] = [
    ['vtt', 'text/vtt', ['WEBVTT', 'Language: en-US', '', '00:00:00.000 --> 00:00:04.250']],
    ['srt', 'application/x-subrip', ['1', '00:00:00,000 --> 00:00:04,250', 'Ada Moreau: Good morning. We decided']],
    ['md', 'text/markdown', ['# Weekly 12 Jan', '', '**Ada Moreau** [00:00:00] Good morning. We decided']],
    ['txt', 'text/plain', ['[00:00:00] Ada Moreau: Good morning. We decided']],
  ]
  for (const [format, type, lines] of firstLines) {
    const answer = await get(`?format=${format}`)
    assert.equal(answer.headers['content-type'], `${type}; charset=utf-8`)
    assert(answer.text.startsWith(lines.join('\n')), answer.text)
    assert.match(answer.text, /[^\n]\n$/)
  }
  assert.equal((await get('?format=pdf')).status, 400)
  const other = await get('', keys.adaRegular)
  assert.deepEqual([other.status, other.body], [404, failureBody('Recording not found')])
  await world.db.updateTable('recordings').set({ transcript: null }).where('id', '=', id).execute()
  const none = await get('?format=vtt')
  assert.deepEqual([none.status, none.body], [404, failureBody('Transcript not found')])
})

test('27: invalid requests are refused, and create nothing', async () => {
  const segment = { speaker: 'Ada', text: 'Hi', start_time: 1, end_time: 2 }
  const said = (...segments: object[]) => ({
    title: 'x',
    transcript: { speech_segments: segments.map((each) => ({ ...segment, ...each })) },
  })
  const media = { title: 'x', url: 'https://files.minutebook.dev/a.mp3' }
  const basic = { type: 'basic_auth', username: 'u', password: 'p' }
  const table: [given: object, location: string | null, message?: RegExp][] = [
    [{ transcript }, 'body.title', /required/],
    [{ title: '', transcript }, 'body.title', /at least 1/],
    [{ title: 'x'.repeat(256), transcript }, 'body.title', /at most 255/],
    [{ title: 'x' }, 'body', /exactly one of url and transcript/],
    [{ ...media, transcript }, 'body', /exactly one/],
    [{ title: 'x', transcript: {} }, 'body.transcript', /either speech_segments/],
    [{ title: 'x', transcript: { ...transcript, text: 'WEBVTT' } }, 'body.transcript', /either/],
    [{ title: 'x', transcript: { format: 'vtt' } }, 'body.transcript.text', /required/],
    [{ title: 'x', transcript: { format: 'ass', text: '' } }, 'body.transcript.format', /one of vtt, srt, txt/],
    [{ title: 'x', transcript: { text: 'a\n'.repeat(75_001) } }, 'body.transcript.text', /at most 75000 segments/],
    [{ title: 'x', transcript: { format: 'vtt', text: 'WEBVTT\n\nHi' } }, 'body.transcript.text', /^line 3: /],
    [
      { title: 'x', transcript: { format: 'vtt', text: 'WEBVTT\n' } },
      'body.transcript.text',
      /^line 1: there are no words/,
    ],
    [said(), 'body.transcript.speech_segments', /must have words/],
    [said({ text: ' ' }, { text: '' }), 'body.transcript.speech_segments', /must have words/],
    [said({ start_time: -1 }), 'body.transcript.speech_segments[0].start_time', /at least 0/],
    [said({ end_time: 0.5 }), 'body.transcript.speech_segments[0].end_time', /before start_time/],
    [said({}, { start_time: 0.999 }), 'body.transcript.speech_segments[1].start_time', /before the one above/],
    [said({ end_time: 604_801 }), 'body.transcript.speech_segments[0].end_time', /at most 604800/],
    [said({ speaker: 'x'.repeat(256) }), 'body.transcript.speech_segments[0].speaker', /at most 255/],
    [said({ text: 1 }), 'body.transcript.speech_segments[0].text', /a string/],
    [{ ...body, language_code: 'not a tag' }, 'body.language_code', /language tag/],
    [{ ...body, started_at: '2026-01-10' }, 'body.started_at', /a time that exists/],
    [{ ...body, started_at: '9998-01-01T00:00:00Z' }, 'body.started_at', /a time that exists/],
    [{ ...body, started_at: '0000-12-31T00:00:00Z' }, 'body.started_at', /a time that exists/],
    [{ ...body, started_at: '0001-01-01T00:00:00+14:00' }, 'body.started_at', /a time that exists/],
    [{ ...body, started_at: '2026-02-30T00:00:00Z' }, 'body.started_at', /a time that exists/],
    [{ ...body, participants: [{ name: 'x', email: 'nobody' }] }, 'body.participants[0].email', /e-mail/],
    [{ ...body, event_guid: 'evt_none' }, 'body.event_guid', /that you attend/],
    [{ ...body, channel_id: 'ch_ada' }, 'body.channel_id', /that you are in/],
    [{ ...body, channel_id: 'ch_none' }, 'body.channel_id', /that you are in/],
    [{ ...body, media_auth: basic }, 'body.media_auth', /goes with a url/],
    [{ ...media, media_auth: { type: 'bearer_token' } }, 'body.media_auth.token', /required for bearer_token/],
    [{ ...media, media_auth: { ...basic, password: null } }, 'body.media_auth.password', /required for basic_auth/],
    [{ ...media, media_auth: { type: 'bearer_token', token: 'a\r\nb' } }, 'body.media_auth.token'],
    [{ ...media, media_auth: { ...basic, username: 'a:b' } }, 'body.media_auth.username'],
    [{ title: 'x', url: 'https://192.168.1.1/a.mp3' }, null, /^Media URL cannot point to private IP address$/],
    [{ title: 'x', url: 'https://localhost/a.mp3' }, null, /^Media URL cannot point to private IP address$/],
    [{ title: 'x', url: 'http://files.minutebook.dev/a.mp3' }, null, /^Media URL must start with https/],
  ]
  const before = await world.post('/api/v1/recordings/upload/list', keys.ada, {})
  for (const [given, location, message] of table) {
    const { status, body: answer } = await submit(given)
    assert.equal(status, 400, JSON.stringify(given))
    if (location) assert.equal(answer.errors[0].location, location, JSON.stringify(answer))
    if (message) assert.match(location ? answer.errors[0].message : answer.message, message)
  }
  assert.deepEqual((await world.post('/api/v1/recordings/upload/list', keys.ada, {})).body, before.body)
  // A super admin key reads every event and channel, and writes only to those of its owner.
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    channels: [{ id: 'ch_bo', title: 'Bo', members: ['u_bo'] }],
  })
  assert.equal((await submit({ ...body, channel_id: 'ch_bo' }, keys.ada)).status, 400)
  assert.equal((await submit({ ...body, channel_id: 'ch_bo' })).status, 201)
  assert.equal((await submit({ ...body, title: 'x'.repeat(255) })).status, 201)
  const late = await settled({ ...body, started_at: '9997-12-31T23:59:59Z' })
  assert.equal((await recording(late)).ended_at, '9998-01-01T00:00:11.000Z')
})

test('29a: a repeated request gets the same answer, another body is refused, another owner is independent', async () => {
  const headers = { 'idempotency-key': 'once-1' }
  const first = await submit(body, keys.bo, headers)
  const second = await submit(body, keys.bo, headers)
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.deepEqual([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']], [undefined, 'true'])
  const other = await submit({ ...body, title: 'Other' }, keys.bo, headers)
  assert.deepEqual(
    [other.status, other.body],
    [422, failureBody('This Idempotency-Key was sent before with another body')],
  )
  assert.notEqual((await submit(body, keys.adaRegular, headers)).body.recording_id, first.body.recording_id)
  // An idempotency key belongs to the person, not to the API key.
  const ofAda = await submit(body, keys.ada, headers)
  assert.equal(ofAda.headers['idempotency-replayed'], 'true')
  for (const key of ['', 'x'.repeat(256), 'a b', 'ä']) {
    assert.equal((await submit(body, keys.bo, { 'idempotency-key': key })).status, 400, key)
  }
  assert.equal((await submit(body, keys.bo, { 'idempotency-key': 'x'.repeat(255) })).status, 201)
  world.advance({ hours: 23, minutes: 59 })
  assert.equal((await submit(body, keys.bo, headers)).headers['idempotency-replayed'], 'true')
  world.advance({ minutes: 1 })
  const afterExpiry = await submit({ ...body, title: 'Other' }, keys.bo, headers)
  assert.deepEqual([afterExpiry.status, afterExpiry.headers['idempotency-replayed']], [201, undefined])
  assert.notEqual(afterExpiry.body.recording_id, first.body.recording_id)
})

test('29a: of concurrent equal requests one creates a recording; a refused one leaves its key free', async () => {
  const headers = { 'idempotency-key': 'at-once' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => submit(body, keys.bo, headers)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map((answer) => answer.body.recording_id)).size, 1)
  assert.equal(answers.filter((answer) => answer.headers['idempotency-replayed']).length, 5)
  const free = { 'idempotency-key': 'refused-first' }
  assert.equal((await submit({ ...body, event_guid: 'evt_none' }, keys.bo, free)).status, 400)
  assert.equal((await submit(body, keys.bo, free)).status, 201)
})
