/** What recorders in a browser send: the note of the recording, and what people were told (decisions 29, 58). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { encode, idOf, path, piece, tusClient } from './support/tus-client.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())

const { ask, create, send } = tusClient(() => here.world)
const transcript = { speech_segments: [{ text: 'Good morning.', start_time: 0, end_time: 1 }] }
const submit = (given: object) =>
  here.world.post('/api/v1/recordings/upload', keys.bo, { title: 'Call', transcript, ...given })

async function newNote(key = keys.bo): Promise<string> {
  const { status, body, text } = await here.world.post('/api/v1/note', key, { title: 'Plan' })
  assert.equal(status, 201, text)
  return body.note.id
}

async function recorded(given: object) {
  const { status, body, text } = await submit(given)
  assert.equal(status, 201, text)
  await here.world.settle()
  return here.recording(body.recording_id, keys.bo)
}

test('29: a recording goes to a note without an event, and to that of an event', async () => {
  const note_id = await newNote()
  assert.equal((await recorded({ note_id })).note_id, note_id)
  assert.equal((await recorded({ note_id })).note_id, note_id)
  const ofEvent = await recorded({ event_guid: 'evt1_20260105T090000Z' })
  const again = await recorded({ note_id: ofEvent.note_id })
  assert.deepEqual([again.note_id, again.event_guid], [ofEvent.note_id, 'evt1_20260105T090000Z'])
})

test('29: a note that one does not attend is refused, and one beside an event', async () => {
  for (const note_id of [await newNote(keys.ada), 'n_none']) {
    const { status, body } = await submit({ note_id })
    assert.deepEqual([status, body.errors?.[0].location], [400, 'body.note_id'])
    assert.equal((await create({ title: 'x', note_id })).body.errors[0].location, 'metadata.note_id')
  }
  const both = await submit({ note_id: await newNote(), event_guid: 'evt1_20260105T090000Z' })
  assert.deepEqual([both.status, both.body.errors[0].location], [400, 'body.note_id'])
})

test('29: if the note is deleted meanwhile, the recording gets its own', async () => {
  const [sending, waiting] = [await newNote(), await newNote()]
  const url = (await create({ title: 'Sent', note_id: sending })).headers.location!
  const { recording_id } = (await submit({ note_id: waiting })).body
  for (const id of [sending, waiting]) {
    assert.equal((await here.world.request('DELETE', `/api/v1/note/${id}`, { key: keys.ada })).status, 200)
  }
  assert.equal((await send(url, 0, words)).status, 204)
  await here.world.settle()
  const ids = await Promise.all(
    [idOf(url), recording_id].map(async (id) => (await here.recording(id, keys.bo)).note_id),
  )
  assert.equal(new Set([sending, waiting, ...ids]).size, 4)
})

test('58: consent is kept with the recording: text, who was told, by whom and when', async () => {
  const told = ['Ada Moreau', 'guest@elsewhere.test']
  const by = { id: 'u_bo', full_name: 'Bo Lindqvist', email: 'Bo@acme.test' }
  const given = await recorded({ consent: { text: 'We record this.', told, at: '2026-01-10T10:00:00+01:00' } })
  assert.deepEqual(given.consent, { text: 'We record this.', told, by, at: '2026-01-10T09:00:00.000Z' })
  const consent = JSON.stringify({ text: 'We record this.' })
  const url = (await create({ title: 'Sent', consent })).headers.location!
  assert.equal((await send(url, 0, words)).status, 204)
  await here.world.settle()
  const sent = (await here.recording(idOf(url), keys.bo)).consent
  assert.deepEqual(sent, { text: 'We record this.', told: [], by, at: here.world.base.clock().toISOString() })
  assert.equal((await recorded({})).consent, null)
})

test('58: a list has it on request', async () => {
  const list = async (include: object) =>
    (await here.world.post('/api/v1/recordings', keys.bo, { include })).body.data[0] as object
  assert('consent' in (await list({ consent: true })))
  assert(!('consent' in (await list({}))))
})

test('58: consent has limits', async () => {
  const refused = async (consent: object, field: string) => {
    const { status, body } = await submit({ consent })
    assert.deepEqual([status, body.errors?.[0].location], [400, `body.consent.${field}`])
  }
  await refused({ text: '' }, 'text')
  await refused({ text: 'x'.repeat(2_001) }, 'text')
  await refused({ text: 'x', told: [''] }, 'told[0]')
  await refused({ text: 'x', told: ['x'.repeat(321)] }, 'told[0]')
  await refused({ text: 'x', told: Array(501).fill('x') }, 'told')
  await refused({ text: 'x', at: 'today' }, 'at')
  const most = { text: 'x'.repeat(2_000), told: Array(500).fill('x'.repeat(320)) }
  assert.equal((await recorded({ consent: most })).consent.told.length, 500)
  assert.equal((await create({ title: 'x', consent: '{' })).body.errors[0].location, 'metadata.consent')
})

test('58: people were told at most an hour before the recording began, and not later than now', async () => {
  const now = here.world.base.clock().getTime()
  const began = now - 86_400_000
  const [minute, hour] = [60_000, 3_600_000]
  const timesOf = (at: number) => ({
    started_at: new Date(began).toISOString(),
    consent: { text: 'We record this.', at: new Date(at).toISOString() },
  })
  for (const [at, status] of [
    [now, 201],
    [now + 5 * minute - 1, 201],
    [now + 5 * minute, 201],
    [now + 5 * minute + 1, 400],
    [began - hour + 1, 201],
    [began - hour, 201],
    [began - hour - 1, 400],
  ] as const) {
    const { started_at, consent } = timesOf(at)
    const submitted = await submit({ started_at, consent })
    const created = await create({ title: 'Call', started_at, consent: JSON.stringify(consent) })
    const locations = [submitted, created].map(({ body }) => body?.errors?.[0].location)
    assert.deepEqual([submitted.status, created.status], [status, status], consent.at)
    assert.deepEqual(locations, status === 400 ? ['body.consent.at', 'metadata.consent.at'] : [undefined, undefined])
    if (status === 201) await ask('DELETE', created.headers.location!)
  }
  const { consent } = timesOf(began - hour - 1)
  assert.equal((await submit({ consent })).status, 201, 'nobody said when the recording began')
})

test('58: what was taken at the beginning is taken at the end, also if the clock was put back meanwhile', async () => {
  const at = here.world.base.clock().toISOString()
  const url = (await create({ title: 'Sent', consent: JSON.stringify({ text: 'We record.', at }) })).headers.location!
  here.world.advance({ hours: -1 })
  assert.equal((await send(url, 0, words)).status, 204)
  await here.world.settle()
  assert.equal((await here.recording(idOf(url), keys.bo)).consent.at, at)
})

test('an upload of unknown length ends where its client says so, also without another byte', async () => {
  const metadata = encode({ title: 'Open' })
  const made = await ask('POST', path, { 'upload-defer-length': '1', 'upload-metadata': metadata })
  const url = made.headers.location!
  assert.equal((await send(url, 0, words)).status, 204)
  const end = { ...piece, 'upload-offset': String(words.length), 'upload-length': String(words.length) }
  assert.equal((await ask('PATCH', url, end, { body: '' })).status, 204)
  await here.world.settle()
  assert.equal((await here.recording(idOf(url), keys.bo)).title, 'Open')
})
