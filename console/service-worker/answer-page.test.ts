/** What the service worker answers for a page: always the newest one there is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerPage } from './answer-page.ts'

function openBrowser() {
  const kept = new Map<string, Response>()
  const cache = {
    put: async (key: string, page: Response) => void kept.set(key, page),
    match: async (key: string) => kept.get(key)?.clone(),
  }
  const ask = async (answer: () => Response) => {
    const fetch = async () => answer()
    const given = { fetch, cache, keep: (work: Promise<unknown>) => void work }
    return (await answerPage(new Request('https://minutes.test/notes'), given)).text()
  }
  return { ask }
}

const html =
  (text: string, status = 200) =>
  () =>
    new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

test('after an upgrade nothing older than the new page is answered, with and without a connection', async () => {
  const { ask } = openBrowser()
  assert.equal(await ask(html('version 1')), 'version 1')
  assert.equal(await ask(lost), 'version 1')
  assert.equal(await ask(html('version 2')), 'version 2')
  assert.equal(await ask(lost), 'version 2')
})

test('an error and an answer in JSON are passed on and not kept', async () => {
  const { ask } = openBrowser()
  assert.equal(await ask(html('version 1')), 'version 1')
  assert.equal(await ask(html('Bad gateway', 502)), 'Bad gateway')
  assert.equal(await ask(() => Response.json({ own: 'data' })), '{"own":"data"}')
  assert.equal(await ask(lost), 'version 1')
})

test('without a connection and without a page it fails as if there were no service worker', async () => {
  await assert.rejects(openBrowser().ask(lost), /Failed to fetch/)
})
