/** Blobs and streams give the same pieces, also after a part of a piece was lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Pieces, piecesOfBlob, piecesOfStream } from './upload-pieces.ts'

const streamOf = (parts: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })

/** Sends all pieces; of each, only as many bytes arrive as `arrive` returns. */
async function sendAll(pieces: Pieces, arrive: (bytes: number) => number) {
  const arrived: number[] = []
  let longest = 0
  for (;;) {
    const { body, total } = await pieces.read(arrived.length)
    longest = Math.max(longest, body.size)
    arrived.push(...(await body.bytes()).subarray(0, arrive(body.size)))
    if (arrived.length === total) return { arrived, longest }
  }
}

test('all bytes arrive in order, with any chunks and losses; a stream buffers one piece and the rest of a chunk', async () => {
  const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      parts,
      fc.integer({ min: 1, max: 64 }),
      fc.double({ min: 0.2, max: 1, noNaN: true }),
      fc.boolean(),
      async (parts, pieceBytes, share, isKnown) => {
        const bytes = [...Buffer.concat(parts)]
        const arrive = (size: number) => Math.ceil(size * share)
        const blob = await sendAll(piecesOfBlob(new Blob(parts as never), pieceBytes), arrive)
        assert.deepEqual(blob.arrived, bytes)
        assert(blob.longest <= pieceBytes)
        const stream = piecesOfStream(streamOf(parts as never), isKnown ? bytes.length : undefined, pieceBytes)
        const sent = await sendAll(stream, arrive)
        assert.deepEqual(sent.arrived, bytes)
        assert(sent.longest < pieceBytes + 40)
      },
    ),
  )
})

test('a stream that is shorter or longer than its given size is an error', async () => {
  for (const size of [5, 7]) {
    const pieces = piecesOfStream(streamOf([new Uint8Array(6)]), size, 100)
    await assert.rejects(pieces.read(0), { message: `The stream ended after 6 bytes, and size says ${size}` })
  }
  assert.equal((await piecesOfStream(streamOf([new Uint8Array(6)]), 6, 100).read(0)).body.size, 6)
})

test('a stream is read once: bytes that the service has lost cannot be sent again', async () => {
  const pieces = piecesOfStream(streamOf([new Uint8Array(6), new Uint8Array(6)]), undefined, 6)
  await pieces.read(0)
  await pieces.read(6)
  await assert.rejects(pieces.read(5), /lost what it had/)
})

test('the error of a stream is thrown, and an abandoned stream is cancelled', async () => {
  const failing = new ReadableStream({ pull: () => Promise.reject(new Error('disk on fire')) })
  await assert.rejects(piecesOfStream(failing, undefined, 6).read(0), { message: 'disk on fire' })
  const cancelled: string[] = []
  piecesOfStream(new ReadableStream({ cancel: () => void cancelled.push('it') }), undefined, 6).close()
  assert.deepEqual(cancelled, ['it'])
})
