/** Answers and refusals of language models in the forms that servers of 2026 send them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackEnd, type Reply } from '../../../../test/support/back-end.ts'
import { claim, notesOf } from '../../../../test/support/claims.ts'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { writeStored } from '../embedded/write-embedded.ts'
import type { NoteWriter } from '../shared/engines.ts'
import { openService } from './chat.ts'
import { always } from './language-model.ts'
import { readModelAnswer } from './model-answer.ts'
import { removeDuplicates } from './remove-duplicates.ts'
import { openModelWriter } from './write-by-model.ts'

const summary = 'We met about the price.'
const quote = 'We talk about the price, point 0.'
const answer = JSON.stringify(notesOf(claim(summary, quote)))
const signal = new AbortController().signal

const serviceAt = (url: string) =>
  openService({ kind: 'openai', url, apiKey: 'sk-secret', model: 'm', maxBytes: 4_000_000, pauseSeconds: 0 })
const chat = (content: unknown, more: object = {}): Reply => ({
  body: { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }], ...more },
})
const meeting = (lines: number) => {
  const speech_segments = Array.from({ length: lines }, (_, index) => ({
    speaker: 'Ada',
    text: `We talk about the price, point ${index}.`,
    start_time: index,
    end_time: index + 1,
  }))
  return {
    title: '',
    startedAt: null,
    people: [],
    transcript: JSON.stringify({ language_code: 'en', speech_segments }),
  }
}
const embedded: NoteWriter = { write: async (what) => writeStored(what) }

async function write(reply: (characters: number) => Reply, lines = 2) {
  const sizes: number[] = []
  const reasons: string[] = []
  await using backEnd = await openBackEnd(({ body }) => {
    sizes.push(body.length)
    return reply(body.length)
  })
  const settings = { concurrency: 2, meetings: 2, secondsPerHour: 0, minSeconds: 20 }
  const log = { warn: (details: object) => reasons.push((details as { reason: string }).reason) }
  const notes = await openModelWriter(always(serviceAt(backEnd.url)), settings, embedded, log).write(
    meeting(lines),
    signal,
  )
  return { notes, sizes, reasons }
}

test('thoughts and remarks with braces are not the answer, in whatever signs they stand', async () => {
  const contents = [
    `[THINK]maybe {"summary": 1}[/THINK]${answer}`,
    `<|channel|>analysis<|message|>JSON {summary}<|end|><|start|>assistant<|channel|>final<|message|>${answer}`,
    `We need {...}. Done.assistantfinal${answer}`,
    `<thought>the form is {"a":1}</thought>${answer}`,
    `\`\`\`json\n${answer}\n\`\`\`\nNote: {none}`,
    `<think>{"summary": "a draft", "topics": [</think>${answer}`,
    `A draft: ${answer.replace(summary, 'A draft')}. Better: ${answer}`,
    `{"notes": ${answer}}`,
    `{ "so\n${answer}`,
  ]
  for (const content of contents) assert.equal(readModelAnswer(content)?.summary[0]?.text, summary, content)
  for (const content of ['{"summary": 1}', '{}', '{"summary": " "', answer.slice(0, -1), '']) {
    assert.equal(readModelAnswer(content), null, content)
  }
})

test('content in parts is joined without the thinking, also in a stream', async () => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Okay, the {schema} first.' }] }
  const half = answer.length / 2
  const text = [answer.slice(0, half), answer.slice(half)].map((text) => ({ type: 'text', text }))
  const section = {
    title: 'Summary',
    content: summary,
    sentences: [{ text: summary, segment: 0, timestamp: 0, quote }],
  }
  const { notes } = await write(() => chat([thinking, ...text]))
  assert.deepEqual([notes.generatedBy, notes.sections], ['m', [section]])
  const deltas = ['', [thinking], [{ type: 'text', text: 'Hel' }], 'lo', []]
  const events = deltas.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
  await using backEnd = await openBackEnd(() => ({
    headers: { 'content-type': 'text/event-stream' },
    body: `${events.join('')}data: [DONE]\n\n`,
  }))
  const pieces: string[] = []
  const call = { schema: {}, signal, timeoutSeconds: 20, onText: (text: string) => pieces.push(text) }
  const reply = await serviceAt(backEnd.url).chat([{ role: 'user', content: 'Hi' }], call)
  assert.deepEqual([pieces, reply.text], [['Hel', 'lo'], 'Hello'])
})

const refusals: Record<string, [number, object]> = {
  'vLLM, decoder': [
    400,
    { object: 'error', message: 'The decoder prompt (length 43031) is longer than the maximum model length of 32768.' },
  ],
  'vLLM, room for the answer': [
    400,
    { error: { message: 'max_tokens must be at least 1, got -7584.', param: 'max_tokens', code: 400 } },
  ],
  TGI: [
    422,
    { error: '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs`', error_type: 'validation' },
  ],
  'llama.cpp': [500, { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }],
  'in words that nobody knows': [400, { message: 'Zu viel des Guten', code: 17 }],
}

test('a request that is refused as too long, in any words, leads to shorter stretches', async () => {
  for (const [what, [status, body]] of Object.entries(refusals)) {
    const { notes, reasons } = await write((size) => (size > 14_000 ? { status, body } : chat(answer)), 500)
    assert.deepEqual([notes.generatedBy, reasons], ['m', []], what)
  }
})

test('what is refused for another reason, or fails, is not taken for too long', async () => {
  const call = { schema: {}, signal, timeoutSeconds: 20 }
  const failureOf = async (status: number, body: object) => {
    await using backEnd = await openBackEnd(() => ({ status, body }))
    const asking = serviceAt(backEnd.url).chat([{ role: 'user', content: 'Hi' }], call)
    return await asking.then(
      () => assert.fail(),
      (error: { isGuess?: boolean }) => error.isGuess,
    )
  }
  const others = [
    [400, { detail: [{ loc: ['body', 'seed'], msg: 'Input should be greater than 0' }] }],
    [422, { message: 'top_p must be greater than 0' }],
    [422, { message: 'The name is too long' }],
    [400, { message: 'The batch is longer than the queue' }],
  ] as const
  for (const [status, body] of others) assert.equal(await failureOf(status, body), true, JSON.stringify(body))
  for (const message of ['context deadline exceeded', 'maximum recursion depth exceeded', 'queue too large'])
    assert.equal(await failureOf(500, { message }), undefined, message)
  const known = Object.values(refusals).slice(0, -1)
  for (const [status, body] of known) assert.equal(await failureOf(status, body), false, JSON.stringify(body))
})

test('if every length is refused, the log has the server’s words; a short meeting is not cut for it', async () => {
  const body = { message: 'No such thing' }
  const all = await write(() => ({ status: 400, body }), 500)
  assert.equal(all.notes.generatedBy, 'embedded')
  assert.equal(all.notes.fallbackReason, 'The language model refused the request (status 400)')
  assert.match(all.reasons[0]!, /status 400\): \{"message":"No such thing"\}/)
  assert(all.sizes.at(-1)! < all.sizes[0]! / 3)
  assert.equal((await write(() => ({ status: 400, body }))).sizes.length, 3, 'once for each form of the answer')
})

test('an answer without an end is not read, and the time for others does not grow with the square of their length', async () => {
  const { notes } = await write(() => chat(answer.replace(summary, 'x'.repeat(200_000))))
  assert.equal(notes.fallbackReason, 'The language model gave an answer without an end')
  const item = (n: number) => ({ ...claim(`${n} ${'word '.repeat(180)}`, quote), assignees: [], due_date: null })
  const many = { ...notesOf(claim(summary, quote)), action_items: Array.from({ length: 200 }, (_, n) => item(n)) }
  const read = readModelAnswer(JSON.stringify(many))!
  assert.equal(removeDuplicates(read).action_items.length, 200)
  for (const hostile of ['{"', '{"summary":"', '{ "a": {'])
    assertNoSquare(200_000, (size) => assert.equal(readModelAnswer(hostile.repeat(size / hostile.length)), null))
})

test('tokens that the service claims are believed within what was sent and what a model writes', async () => {
  const usage = { prompt_tokens: Number.MAX_SAFE_INTEGER, completion_tokens: Number.MAX_SAFE_INTEGER }
  const { notes, sizes } = await write(() => chat(answer, { usage }))
  assert(notes.usage!.input_tokens! < sizes[0]! + 4_096)
  assert.equal(notes.usage!.output_tokens, 131_072)
})
