/** The largest calendars and transcripts: other requests are answered meanwhile; work that takes too long fails with a reason. */
// In a third of the runs: it works long.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { embeddedWriter } from '../server/making/engines/embedded/embedded-writer.ts'
import { writeEmbedded } from '../server/making/engines/embedded/write-embedded.ts'
import { mediaLimits } from '../server/making/uploads/media-use.ts'
import { processUpload } from '../server/making/uploads/process-upload.ts'
import { calendarReader } from '../server/meetings/calendar/icalendar/calendar-reader.ts'
import { around, importCalendar } from '../server/meetings/calendar/importing/import-calendar.ts'
import { acme, keys } from './support/acme.ts'
import { calendar, vevent } from './support/calendars.ts'
import { tries } from './support/random.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  // The default is 5,242,880. The requests that are answered meanwhile cost more than the work itself.
  world = await openWorld({ BODY_LIMIT_BYTES: String(tries({ suite: 2_000_000, deep: 5_242_880 })) })
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

/** As many of these as fit into the largest body. */
function filled(piece: (index: number) => string): string[] {
  const pieces: string[] = []
  for (let bytes = 1_000; ; ) {
    const next = piece(pieces.length)
    bytes += next.length + 2
    if (bytes > world.config.bodyLimitBytes) return pieces
    pieces.push(next)
  }
}

const headers = { 'content-type': 'text/calendar' }
const upload = (text: string) => world.post('/api/v1/calendar/import', keys.bo, text, { headers })
const one = vevent({ UID: 'now', DTSTART: '20260112T090000Z', SUMMARY: 'Weekly' })
/** Nothing of them is in the window, so that reading is all there is to do. */
const longAgo = () => filled((index) => vevent({ UID: `e${index}`, DTSTART: '20190112T090000Z', SUMMARY: 'Weekly' }))

const sentences = [
  'I will send the deck to Bo by Friday.',
  'We decided to print the blue cover.',
  'It costs twelve euros.',
]
const segment = (index: number) => ({
  speaker: index % 2 ? 'Ada Moreau' : 'Bo Lindqvist',
  text: `Point ${index}. ${sentences[index % 3]}`,
  start_time: index,
  end_time: index + 1,
})
const speech = () =>
  filled((index) => JSON.stringify(segment(index))).map((text): ReturnType<typeof segment> => JSON.parse(text))

async function submitted(speech_segments: object[]): Promise<string> {
  const transcript = { language_code: 'en', speech_segments }
  const answer = await world.post('/api/v1/recordings/upload', keys.bo, { title: 'Call', transcript })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.recording_id
}

/** How many requests, one after the other, are answered before it is done. */
async function answeredDuring(action: Promise<unknown>): Promise<number> {
  let [answered, done] = [0, false]
  const end = action.finally(() => {
    done = true
  })
  for (; !done; answered++) assert.equal((await world.get('/api/v1/me', keys.ada)).status, 200)
  await end
  return answered
}

test('other requests are answered while the largest calendar is read', async () => {
  const text = calendar(...longAgo())
  const answered = await answeredDuring(
    upload(text).then(({ status, body }) => assert.deepEqual([status, body.events_created], [200, 0])),
  )
  assert(answered > 20, `${answered} requests were answered`)
})

test('other requests are answered while notes of the largest transcript are written; the notes do not change', async () => {
  const people = [{ name: 'Bo Lindqvist', email: 'bo@acme.test' }]
  const transcript = { language_code: 'en', speech_segments: speech() }
  const meeting = { title: 'Call', startedAt: world.base.clock(), people, transcript }
  const { signal } = new AbortController()
  const writing = world.base.engines.noteWriter.write({ ...meeting, transcript: JSON.stringify(transcript) }, signal)
  const answered = await answeredDuring(writing)
  assert(answered > 20, `${answered} requests were answered`)
  assert.deepEqual(await writing, writeEmbedded(meeting))
})

test('an error in the largest calendar names its line', async () => {
  const events = longAgo()
  const text = calendar(...events.slice(0, -1), 'garbage')
  const line = text.split('\r\n').indexOf('garbage') + 1
  const answer = await upload(text)
  assert.deepEqual(
    [answer.status, answer.body.message],
    [400, `The calendar cannot be read: line ${line}: this is no property: NAME:value is expected`],
  )
})

test('a calendar that takes too long is refused with a sentence, nothing changes, and the next one is read', async () => {
  const { db, clock, threads } = world.base
  const user = { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }
  const importer = { workspaceId: 'ws_acme', user, superAdmin: false }
  const hurried = { db, readCalendar: calendarReader(threads, 0.05) }
  const bytes = Buffer.from(calendar(one, ...longAgo()))
  await assert.rejects(importCalendar(hurried, bytes, importer, around(clock(), 90)), {
    status: 400,
    message: 'The calendar cannot be read: it takes longer than 0.05 seconds',
  })
  assert.equal((await upload(calendar(one))).body.events_created, 1)
})

test('notes that take too long fail the upload with a sentence, and the next upload succeeds', async () => {
  const { engines, threads } = world.base
  const outcome = async (id: string) => {
    const { status, failure_reason } = (await world.get(`/api/v1/recordings/upload/${id}`, keys.bo)).body.upload
    return [status, failure_reason]
  }
  world.base.engines = { ...engines, noteWriter: embeddedWriter(threads, 0.05) }
  const id = await submitted(speech())
  await world.settle()
  assert.deepEqual(await outcome(id), ['FAILED', 'The AI notes cannot be written: it takes longer than 0.05 seconds'])
  world.base.engines = engines
  const next = await submitted([segment(0)])
  await world.settle()
  assert.deepEqual(await outcome(next), ['SUCCESS', null])
})

test('a stopping worker does not wait for notes: the upload stays, and another worker writes them', async () => {
  const id = await submitted(speech())
  const stopping = new AbortController()
  const { config, media: store, ...base } = world.base
  const deps = {
    ...base,
    ...base.engines,
    store,
    holdSeconds: 30,
    notesLanguage: '',
    publicUrl: 'https://x.test',
    stopping: stopping.signal,
    retryDelaysSeconds: [5],
    limits: mediaLimits(config),
    mediaTimeoutSeconds: 10,
  }
  const writing = processUpload(deps, { workspace_id: 'ws_acme', recording_id: id })
  await world.get('/api/v1/me', keys.bo)
  const reason = new Error('The process is stopping')
  stopping.abort(reason)
  await assert.rejects(writing, reason)
  await world.settle()
  assert.equal((await world.get(`/api/v1/recordings/upload/${id}`, keys.bo)).body.upload.status, 'SUCCESS')
})
