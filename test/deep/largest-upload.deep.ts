/** One cue of 2.3 million words is an ordinary upload: it becomes a recording, and searches find it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexSome } from '../../server/meetings/text-index/index-text.ts'
import { acme, keys } from '../support/acme.ts'
import { openWorld } from '../support/world.ts'

test('a cue of 4.7 MB succeeds and is found', async () => {
  await using world = await openWorld({ BODY_LIMIT_BYTES: '5242880' })
  await world.load(...acme())
  const text = `WEBVTT\n\n00:00.000 --> 00:01.000\n${'k '.repeat(2_350_000)}numbat\n`
  const sent = await world.post('/api/v1/recordings/upload', keys.bo, {
    title: 'Long',
    transcript: { format: 'vtt', text },
  })
  assert.equal(sent.status, 201, sent.text)
  await world.settle()
  const { uploads } = (await world.post('/api/v1/recordings/upload/list', keys.bo, {})).body
  const upload = uploads.data.find(({ title }: { title: string }) => title === 'Long')
  assert.deepEqual([upload.status, upload.failure_reason], ['SUCCESS', null])
  while ((await indexSome(world.db, world.base.threads)) > 0);
  for (const query of ['numbat', '"k k k"']) {
    const { data } = (await world.post('/api/v1/search', keys.bo, { query })).body
    assert.equal(data[0]?.recording_id, upload.recording_id, query)
  }
})
