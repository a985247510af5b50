/** The times of words (decision 46): stored if the transcriber sends them, printed as JSON, lost if the text is corrected. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from './support/acme.ts'
import { openMediaWorld } from './support/media-world.ts'

let media: Awaited<ReturnType<typeof openMediaWorld>>
before(async () => {
  media = await openMediaWorld()
  media.world.base.engines = {
    ...media.world.base.engines,
    transcriber: {
      async transcribe() {
        const segment = (text: string, start_time: number) => ({
          speaker: 'A',
          text,
          start_time,
          end_time: start_time + 1,
        })
        const transcript = { language_code: 'en', speech_segments: [segment('Good morning.', 0), segment('Yes.', 2)] }
        return {
          transcript,
          words: [
            [
              ['Good', 0, 0.4],
              ['morning.', 0.5, 1],
            ],
            [['Yes.', 2, 3]],
          ],
          durationSeconds: 3,
        }
      },
    },
  }
})
after(() => media[Symbol.asyncDispose]())

const words = async (id: string) => {
  const { body } = await media.world.get(`/api/v1/recording/${id}/transcript`, keys.bo)
  return body.speech_segments.map((segment: { words?: { text: string }[] }) => segment.words?.map(({ text }) => text))
}
const correct = async (id: string, body: object) => {
  const answer = await media.world.patch(`/api/v1/recording/${id}`, keys.bo, body)
  assert.equal(answer.status, 200, answer.text)
}

test('words are only in the JSON of the transcript, on request; elsewhere a transcript is as spec 2.3 says', async () => {
  const id = await media.processed()
  const { body } = await media.world.get(`/api/v1/recording/${id}/transcript?format=json`, keys.bo)
  assert.deepEqual(body.speech_segments[0], {
    speaker: 'A',
    text: 'Good morning.',
    start_time: 0,
    end_time: 1,
    words: [
      { text: 'Good', start_time: 0, end_time: 0.4 },
      { text: 'morning.', start_time: 0.5, end_time: 1 },
    ],
  })
  const { transcript } = await media.recording(id)
  assert.deepEqual(Object.keys(transcript.speech_segments[0]), ['speaker', 'text', 'start_time', 'end_time'])
  assert.match((await media.world.get(`/api/v1/recording/${id}/transcript?format=srt`, keys.bo)).text, /A: Yes\./)
})

test('a segment whose text is corrected loses its words; one whose speaker changes keeps them', async () => {
  const id = await media.processed()
  await correct(id, { speakers: { A: 'Bo' }, segments: [{ index: 1, speaker: 'Cy' }] })
  assert.deepEqual(await words(id), [['Good', 'morning.'], ['Yes.']])
  await correct(id, { segments: [{ index: 0, text: 'Good evening.' }] })
  assert.deepEqual(await words(id), [undefined, ['Yes.']])
  await correct(id, { segments: [{ index: 1, text: 'No.' }] })
  assert.deepEqual(await words(id), [undefined, undefined])
  const { words: stored } = await media.world.db
    .selectFrom('recordings')
    .select('words')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(stored, null)
})

test('zero-day retention keeps no words, in either order', async () => {
  const id = await media.processed()
  await media.world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  const next = await media.processed()
  const rows = await media.world.db
    .selectFrom('recordings')
    .select(['transcript', 'words'])
    .where('id', 'in', [id, next])
    .execute()
  assert.deepEqual(rows, [
    { transcript: null, words: null },
    { transcript: null, words: null },
  ])
})
