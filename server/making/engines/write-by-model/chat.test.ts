/** A language model that answers while it writes, as each kind of service sends it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackEnd, type Reply } from '../../../../test/support/back-end.ts'
import { key, openLlm } from '../../../../test/support/llm-server.ts'
import { openService } from './chat.ts'
import { TooLongError } from './language-model.ts'
import { openMeter } from './meter.ts'
import type { LlmKind } from './services.ts'

const answer = { sentences: [{ text: 'Grüße 💚, and so on' }] }

async function ask(url: string, kind: LlmKind, signal = new AbortController().signal) {
  const model = openService({ kind, url, apiKey: key, model: 'm-1', maxBytes: 100_000, pauseSeconds: 0 })
  const pieces: string[] = []
  const meter = openMeter()
  const onText = (text: string) => pieces.push(text)
  const call = { schema: { type: 'object' }, signal, timeoutSeconds: 20, onRequest: meter.begin, onText }
  const messages = [
    { role: 'system' as const, content: 'Be short' },
    { role: 'user' as const, content: 'Hello' },
  ]
  const done = model.chat(messages, call).then((reply) => meter.count(reply))
  const [whole, error] = await done.then(
    (text) => [text, null],
    (error) => [null, error],
  )
  const { requests, input_tokens, output_tokens } = meter.usage(0)
  return { pieces, text: pieces.join(''), whole, tokens: [requests, input_tokens, output_tokens], error }
}

for (const kind of ['openai', 'azure', 'anthropic'] as const) {
  test(`${kind}: the answer comes in pieces, and its tokens are counted`, async () => {
    await using server = await openLlm(kind, () => answer)
    const { pieces, text, tokens, error } = await ask(server.url, kind)
    assert.deepEqual([text, tokens, error], [JSON.stringify(answer), [1, 1_200, 340], null])
    assert(pieces.length > 3)
  })

  test(`${kind}: where the service sends no stream, the answer comes as a whole`, async () => {
    await using server = await openLlm(kind, () => answer, { refuses: ['stream', 'stream_options'] })
    const { pieces, whole, tokens } = await ask(server.url, kind)
    assert.deepEqual([pieces, whole], [[], JSON.stringify(answer)])
    assert.deepEqual(tokens.slice(1), [1_200, 340])
  })

  test(`${kind}: an answer that was cut off is an error`, async () => {
    await using server = await openLlm(kind, () => null)
    assert((await ask(server.url, kind)).error instanceof TooLongError)
  })
}

const events = (...data: object[]): Reply => ({
  headers: { 'content-type': 'text/event-stream' },
  body: data.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join(''),
})
const piece = (content: string) => ({ choices: [{ delta: { content } }] })

test('a stream that ends with an error is not repeated once a piece has come, and is before', async () => {
  const failure = { error: { message: 'overloaded' } }
  const replies = [events(failure), events(piece('One'), failure)]
  await using backEnd = await openBackEnd((_, number) => replies[number]!)
  const { text, error } = await ask(backEnd.url, 'openai')
  assert.deepEqual([text, error.message, error.retryable], ['One', 'The language model broke off its answer', false])
  assert.equal(backEnd.requests.length, 2)
})

test('the request ends when its caller goes', async () => {
  await using backEnd = await openBackEnd(() => 'silence')
  const reason = new Error('gone')
  const gone = new AbortController()
  setTimeout(() => gone.abort(reason), 50)
  assert.equal((await ask(backEnd.url, 'openai', gone.signal)).error, reason)
})
