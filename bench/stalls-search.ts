/** The worst for the index and for searches: hostile texts as long as they are let in, and queries over them. */
import { setTimeout as wait } from 'node:timers/promises'
import { hostileQueries, hostileTexts } from '../test/support/hostile-texts.ts'
import type { Case, Sent } from './stalls-cases.ts'

const most = 5_242_880 - 1_000

/** One cue of as many characters as fit into a body. */
function upload(name: string, textOf: (length: number) => string): Sent {
  const marker = `marker${name.replaceAll(/\W/g, '').toLowerCase()}`
  const bodyOf = (length: number) =>
    JSON.stringify({
      title: marker,
      transcript: { format: 'vtt', text: `WEBVTT\n\n00:00.000 --> 00:01.000\n${textOf(length)}\n` },
    })
  const density = Buffer.byteLength(bodyOf(100_000)) / 100_000
  return { method: 'POST', path: '/api/v1/recordings/upload', body: bodyOf(Math.floor((0.98 * most) / density)) }
}

const query = (text: string, more: object = {}): Sent => ({
  ...{ method: 'POST', path: '/api/v1/search' },
  body: JSON.stringify({ query: text, pagination: { page_size: 50 }, ...more }),
})

/** Uploads are processed and indexed by jobs; a title is found when its recording is in the index. */
const indexed: Case = {
  name: 'search: hostile texts are uploaded and indexed',
  requests: () => [upload('k', hostileTexts['one word']!)],
  async after(ask) {
    for (const [name, textOf] of Object.entries(hostileTexts)) await ask(upload(name, textOf))
    for (let left = Object.keys(hostileTexts).length; left > 0; await wait(1_000)) {
      const { data } = (await ask(query('marker*', { filters: { kinds: ['title'] } }))) as unknown as {
        data: unknown[]
      }
      left = Object.keys(hostileTexts).length + 1 - data.length
    }
  },
}

export const searchCases: Case[] = [
  indexed,
  ...Object.entries(hostileQueries).map(
    ([name, text]): Case => ({ name: `search for ${name}`, requests: () => [query(text)] }),
  ),
  {
    name: 'search for each of them at once',
    requests: () => Object.values(hostileQueries).map((text) => query(text)),
  },
  {
    name: 'search, the newest first',
    requests: () => Object.values(hostileQueries).map((text) => query(text, { order_by: 'newest' })),
  },
]
