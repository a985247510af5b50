/** How long each speaker spoke (decision 47 on statistics). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

async function talk(...segments: [speaker: string, text: string, start: number, end: number][]): Promise<void> {
  const speech_segments = segments.map(([speaker, text, start_time, end_time]) => ({
    speaker,
    text,
    start_time,
    end_time,
  }))
  await world.db
    .updateTable('recordings')
    .set({ transcript: JSON.stringify({ language_code: 'en', speech_segments }) })
    .where('id', '=', 'r_1')
    .execute()
}

const read = (id = 'r_1', key: string = keys.bo) => world.get(`/api/v1/recording/${id}/talk_time`, key)

test('seconds, words and turns of each speaker, the longest first', async () => {
  await talk(['Ada', 'One two  three.', 0, 1.1], ['Ada', 'Four', 1.1, 1.3], ['Bo', 'Five', 2, 9], ['Ada', '', 9, 9.5])
  const { status, body } = await read()
  assert.equal(status, 200)
  assert.deepEqual(body, {
    speakers: [
      { speaker: 'Bo', seconds: 7, words: 1, turns: 1 },
      { speaker: 'Ada', seconds: 1.8, words: 4, turns: 2 },
    ],
  })
})

test('a transcript without speakers', async () => {
  await talk()
  assert.deepEqual((await read()).body, { speakers: [] })
})

test('404 for a recording without a transcript, and for one that the caller does not see', async () => {
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  assert.deepEqual([(await read()).status, (await read()).body.message], [404, 'Transcript not found'])
  for (const [id, key] of [
    ['r_none', keys.bo],
    ['r_1', keys.zoe],
  ] as const) {
    assert.deepEqual([(await read(id, key)).status, (await read(id, key)).body.message], [404, 'Recording not found'])
  }
})
