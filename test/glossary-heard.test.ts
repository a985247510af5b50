/** Terms in the words of a recording: what a service heard wrongly is put right, seen, and taken back (decision 66). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTranscriber } from '../server/making/engines/transcribe/transcribe.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { openDeepgram } from './support/stt/deepgram.ts'
import { key } from './support/stt/stt-server.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())

type Segment = { text: string; heard?: string; words?: { text: string; start_time: number; end_time: number }[] }
const putGlossary = async (terms: object[]) => {
  const answer = await here.world.request('PUT', '/api/v1/glossary', { key: keys.ada, body: { terms } })
  assert.equal(answer.status, 200, answer.text)
}
const segments = async (id: string): Promise<Segment[]> => (await here.recording(id)).transcript.speech_segments
const write = async (id: string, text: string) => {
  const answer = await here.world.patch(`/api/v1/recording/${id}`, keys.bo, { segments: [{ index: 0, text }] })
  assert.equal(answer.status, 200, answer.text)
  const [segment] = await segments(id)
  return segment!
}
/** @returns the recording of an upload, and what the service was asked */
async function transcribed() {
  await using server = await openDeepgram()
  const service = { kind: 'deepgram' as const, url: server.url, apiKey: key, model: 'nova-3' }
  const options = { timeoutSeconds: 20, maxBytes: 100_000, pauseSeconds: 0.01 }
  here.world.base.engines.transcriber = openTranscriber({ ...service, ...options }, here.world.base.log)
  const id = await here.processed({ language_code: 'en-GB', title: 'Call with Plastworks' })
  const [asked] = server.requests
  return { id, keyterms: new URL(asked!.path, server.url).searchParams.getAll('keyterm') }
}

test('the service gets the terms that the title names first; what it heard becomes a term, with the times of its words', async () => {
  await putGlossary([{ term: 'Zbignief Kowal', sounds_like: ['morning zbigniew'] }, { term: 'Plastworks' }])
  const { id, keyterms } = await transcribed()
  assert.deepEqual(keyterms.slice(0, 2), ['Plastworks', 'Zbignief Kowal'])
  const [first, ...others] = await segments(id)
  assert.equal(
    others.some(({ heard }) => heard !== undefined),
    false,
  )
  assert.deepEqual([first!.text, first!.heard], ['Good morning, Zbigniew.', undefined], 'two parts of a sentence')
  await putGlossary([{ term: 'Sbignieff', sounds_like: ['zbigniew'] }])
  const again = await transcribed()
  const [changed] = await segments(again.id)
  assert.deepEqual([changed!.text, changed!.heard], ['Good morning, Sbignieff.', 'Good morning, Zbigniew.'])
  const timed = async (of: string): Promise<Segment> =>
    (await here.world.get(`/api/v1/recording/${of}/transcript`, keys.bo)).body.speech_segments[0]
  const [before, after] = [await timed(id), await timed(again.id)]
  assert.equal(after.heard, 'Good morning, Zbigniew.')
  const times = ({ words }: Segment) => words!.map(({ start_time, end_time }) => [start_time, end_time])
  assert.deepEqual(times(after), times(before))
  assert.equal(after.words!.at(-1)!.text, 'Sbignieff.')
})

test('a person takes it back, or writes another text: then nothing says any more that it was heard so', async () => {
  await putGlossary([{ term: 'Sbignieff', sounds_like: ['zbigniew'] }])
  const { id } = await transcribed()
  const [{ text, heard }] = (await segments(id)) as [Segment]
  assert.deepEqual(
    await here.world.patch(`/api/v1/recording/${id}`, keys.bo, { speakers: {} }).then((it) => it.status),
    200,
  )
  assert.equal((await write(id, text)).heard, heard, 'the same text is no correction')
  const back = await write(id, heard!)
  assert.deepEqual([back.text, 'heard' in back], [heard, false])
  assert.equal((await write(id, 'Good day, Sbignieff.')).heard, undefined)
})

test('without a glossary nothing is changed; the words of the note templates count too', async () => {
  await putGlossary([])
  const { id } = await transcribed()
  assert.equal(
    (await segments(id)).some(({ heard }) => heard !== undefined),
    false,
  )
  await here.world.request('PUT', '/api/v1/note_templates', {
    key: keys.ada,
    body: { glossary: [{ term: 'Zbigniev' }], templates: [] },
  })
  const other = await transcribed()
  assert.equal((await segments(other.id))[0]!.text, 'Good morning, Zbigniev.')
})
