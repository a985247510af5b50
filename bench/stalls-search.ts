/** The worst for the index and for searches: hostile texts as long as they are let in, and queries over them. */
import assert from 'node:assert/strict'
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
  // Later words may be longer than the first.
  let length = Math.floor((most * 100_000) / Buffer.byteLength(bodyOf(100_000)))
  while (Buffer.byteLength(bodyOf(length)) > most) length = Math.floor(0.98 * length)
  return { method: 'POST', path: '/api/v1/recordings/upload', body: bodyOf(length) }
}

const post = (path: string, body: object): Sent => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body: JSON.stringify(body),
})
const query = (text: string, more: object = {}): Sent =>
  post('search', { query: text, pagination: { page_size: 50 }, ...more })

type Upload = { title: string; status: string; failure_reason: string | null }

/** Texts without a letter are refused: nothing was said. */
const spoken = Object.entries(hostileTexts).filter(([, textOf]) => /[\p{L}\p{M}\p{S}\p{P}]/u.test(textOf(100)))

/** Uploads are processed and indexed by jobs; a title is found when its recording is in the index. */
const indexed: Case = {
  name: 'search: hostile texts are uploaded and indexed',
  requests: () => spoken.slice(0, 1).map(([name, textOf]) => upload(name, textOf)),
  async after(ask) {
    for (const [name, textOf] of spoken.slice(1)) {
      const { message = '' } = await ask(upload(name, textOf))
      assert.equal(message, '', `the text of ${name} is accepted`)
    }
    const pagination = { page_size: 50 }
    const list = post('recordings/upload/list', { filters: { title: 'marker' }, pagination })
    for (let pending = 1; pending > 0; await wait(1_000)) {
      const uploads: Upload[] = (await ask(list)).uploads.data
      const failed = uploads.filter(({ status }) => status === 'FAILED')
      assert.deepEqual(failed, [], 'every text becomes a recording')
      assert.equal(uploads.length, spoken.length, 'every text is accepted')
      pending = uploads.filter(({ status }) => status !== 'SUCCESS').length
    }
    const titles = post('search', { query: 'marker*', filters: { kinds: ['title'] }, pagination })
    // Notes have these titles too.
    for (let left = spoken.length; left > 0; await wait(1_000)) {
      const hits: { recording_id: string | null }[] = (await ask(titles)).data
      left = spoken.length - hits.filter(({ recording_id }) => recording_id !== null).length
    }
  },
}

/** It finds nothing in any of the texts. */
const withoutHits = 'a phrase that nearly fits'
const queries = Object.entries(hostileQueries)
const names = queries.map(([name]) => name)

/** Of many at once, one person's may be refused. @returns the first query whose answer is wrong, or null */
function findWrong(names: string[], answers: { status: number; start: string }[]): string | null {
  const isWrong = ({ status, start }: { status: number; start: string }, name: string) => {
    if (status !== 200) return status !== 503 || answers.length === 1
    return start.includes('"data":[{') === (name === withoutHits)
  }
  return names.find((name, index) => isWrong(answers[index]!, name)) ?? null
}

export const searchCases: Case[] = [
  indexed,
  ...queries.map(
    ([name, text]): Case => ({
      name: `search for ${name}`,
      requests: () => [query(text)],
      judge: (answers) => findWrong([name], answers),
    }),
  ),
  {
    name: 'search for each of them at once',
    requests: () => queries.map(([, text]) => query(text)),
    judge: (answers) => findWrong(names, answers),
  },
  {
    name: 'search, the newest first',
    requests: () => queries.map(([, text]) => query(text, { order_by: 'newest' })),
    judge: (answers) => findWrong(names, answers),
  },
]
