/** Hostile transcripts of the largest body: their notes need at most ten times their memory, and no more than seconds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

const megabytes = 4.8
const hostile = {
  'one cue of 2.4 million words': 'a '.repeat(2_400_000),
  'one cue of 1.6 million sentences': 'A! '.repeat(1_600_000),
  'one word': 'x'.repeat(4_800_000),
}

const writing = `
  import { writeStored } from ${JSON.stringify(new URL('./write-embedded.ts', import.meta.url).href)}
  import { parentPort, workerData } from 'node:worker_threads'
  parentPort.postMessage(writeStored(workerData).generatedBy)
`

for (const [name, text] of Object.entries(hostile)) {
  test(`${name}: notes need at most ten times the memory of the text`, { timeout: 120_000 }, async () => {
    const speech_segments = [{ speaker: 'Ada', text, start_time: 0, end_time: 60 }]
    const transcript = JSON.stringify({ language_code: 'en', speech_segments })
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(writing)}`), {
      workerData: { title: '', startedAt: null, people: [], transcript },
      // The modules take part of it.
      resourceLimits: { maxOldGenerationSizeMb: 10 * megabytes, maxYoungGenerationSizeMb: 8 },
    })
    const [written] = await new Promise<unknown[]>((resolve, reject) => {
      worker.once('message', (value) => resolve([value])).once('error', reject)
    })
    assert.equal(written, 'embedded')
  })
}
