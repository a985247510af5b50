/** Server-sent events are read the same however the network splits them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readStream, type ServerSentEvent } from './event-stream-reader.ts'

async function read(chunks: Uint8Array[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = []
  for await (const event of readStream(
    (async function* () {
      yield* chunks
    })(),
  ))
    events.push(event)
  return events
}

const text = [
  ': a comment\nid: 1\n\n',
  'id: 2\nevent: gap\ndata: {"a":1}\n\n',
  'data: ä€😀\r\ndata:second\r\n\r\n',
  'id\ndata\nretry: 5\n\n',
  'data: cut off\n',
].join('')

const expected = [
  { id: '1', event: 'message', data: '' },
  { id: '2', event: 'gap', data: '{"a":1}' },
  { id: '2', event: 'message', data: 'ä€😀\nsecond' },
  { id: '', event: 'message', data: '' },
]

test('fields, comments and line ends are read; an id stays until the next one', async () => {
  assert.deepEqual(await read([Buffer.from(text)]), expected)
})

test('the events are the same however the bytes are split', async () => {
  const bytes = Buffer.from(text)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), async (cuts) => {
      const ends = [...cuts.sort((a, b) => a - b), bytes.length]
      assert.deepEqual(await read(ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))), expected)
    }),
  )
})
