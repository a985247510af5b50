/** Each kind of language-model service, as its documents describe it, and parameters that a model rejects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim, notesOf } from '../../../../test/support/claims.ts'
import { key, type LlmServer, type Model, openLlm } from '../../../../test/support/llm-server.ts'
import { writeStored } from '../embedded/write-embedded.ts'
import type { NoteWriter } from '../shared/engines.ts'
import { openService } from './chat.ts'
import { always } from './language-model.ts'
import type { LlmKind } from './services.ts'
import { openModelWriter } from './write-by-model.ts'

const speech_segments = [{ speaker: 'Ada', text: 'We decided on the blue cover.', start_time: 0, end_time: 4 }]
const meeting = {
  title: 'Weekly',
  startedAt: null,
  people: [],
  transcript: JSON.stringify({ language_code: 'en', speech_segments }),
}
const answer = notesOf(claim('The cover is blue.', 'We decided on the blue cover'))
const embedded: NoteWriter = { write: async (what) => writeStored(what) }

const settings = { concurrency: 2, meetings: 2, secondsPerHour: 0, minSeconds: 20 }

/** Writes the notes `times` times. */
async function write(server: LlmServer, kind: LlmKind, { apiKey = key, times = 1 } = {}) {
  const reasons: string[] = []
  const service = { kind, url: server.url, apiKey, model: 'm-1', maxBytes: 100_000, pauseSeconds: 0 }
  const log = { warn: (details: object) => reasons.push((details as { reason: string }).reason) }
  const writer = openModelWriter(always(openService(service)), settings, embedded, log)
  const signal = new AbortController().signal
  const all = []
  for (let time = 0; time < times; time++) all.push(await writer.write(meeting, signal))
  return { notes: all.at(-1)!, all, reasons }
}

for (const kind of ['openai', 'azure', 'anthropic'] as const) {
  const open = (model: Model = {}) => openLlm(kind, () => answer, model)

  test(`${kind}: one request has key, schema and prompt; the tokens of its response are counted`, async () => {
    await using server = await open()
    const { notes } = await write(server, kind)
    assert.equal(notes.generatedBy, 'm-1')
    const usage = { requests: 1, input_tokens: 1_200, output_tokens: 340, seconds: notes.usage!.seconds, dropped: 0 }
    assert.deepEqual(notes.usage, usage)
    const [{ system, user, parameters }] = server.answered as [LlmServer['answered'][number]]
    assert.match(system, /^You write the notes of meetings as JSON/)
    assert.match(user, /^<material>\n\[0\] Ada: We decided/)
    assert.equal(parameters.temperature, 0)
    const format = kind === 'anthropic' ? 'output_config' : 'response_format'
    assert.match(JSON.stringify(parameters[format]), /"json_schema".*"open_questions"/)
  })

  test(`${kind}: a rejected parameter is left out, also in later requests`, async () => {
    const format = kind === 'anthropic' ? 'output_config' : 'response_format'
    for (const refuses of [['temperature'], [format], ['temperature', format]]) {
      await using server = await open({ refuses })
      const { all } = await write(server, kind, { times: 2 })
      assert.deepEqual(
        all.map(({ generatedBy }) => generatedBy),
        ['m-1', 'm-1'],
      )
      const left = Object.keys(server.answered.at(-1)!.parameters)
      assert(refuses.every((name) => !left.includes(name)))
      assert.equal(left.includes('temperature'), !refuses.includes('temperature'), 'the others are still sent')
      assert.equal(all[1]!.usage!.requests, 1, 'the second time nothing is asked wrongly')
      assert(all[0]!.usage!.requests > 1)
    }
  })

  test(`${kind}: after a wrong key the embedded writer takes over; the reason does not contain the key`, async () => {
    await using server = await open()
    const { notes, reasons } = await write(server, kind, { apiKey: 'sk-wrong' })
    assert.deepEqual([notes.generatedBy, server.requests.length], ['embedded', 1])
    assert.equal(notes.fallbackReason, 'The language model did not accept its key')
    assert.doesNotMatch(reasons.join(), /sk-wrong/)
    assert.deepEqual([notes.usage!.requests, notes.usage!.input_tokens], [1, null])
  })

  test(`${kind}: a rejection without a parameter changes the format; after a failure the next notes use the first format again`, async () => {
    await using server = await open()
    const odd = { status: 400, body: { error: { message: 'Bad request' } } }
    server.faults.push(...Array(kind === 'anthropic' ? 2 : 3).fill(odd))
    const { all } = await write(server, kind, { times: 2 })
    assert.deepEqual(
      all.map(({ generatedBy }) => generatedBy),
      ['embedded', 'm-1'],
    )
    const format = kind === 'anthropic' ? 'output_config' : 'response_format'
    assert(format in server.answered.at(-1)!.parameters, 'a failure is not remembered')
  })

  test(`${kind}: after a response that is cut off, for any reason, shorter stretches are tried`, async () => {
    await using server = await openLlm(kind, (_, number) => (number < 2 ? null : answer))
    const { notes } = await write(server, kind)
    assert.deepEqual([notes.generatedBy, server.answered.length], ['m-1', 3])
    assert(
      server.answered.every(({ roles }) => !roles.includes('assistant')),
      'it is not taken for a bad answer',
    )
  })

  test(`${kind}: an account without credit is a final failure that says so`, async () => {
    await using server = await open()
    const [status, error] =
      kind === 'anthropic'
        ? [400, { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' }]
        : [429, { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your current quota' }]
    server.faults.push({ status, headers: { 'retry-after': '1' }, body: { error } })
    const { notes } = await write(server, kind)
    assert.deepEqual([notes.generatedBy, server.requests.length], ['embedded', 1])
    assert.equal(notes.fallbackReason, 'The language model asks to be paid first')
  })

  test(`${kind}: after a response of another shape the request is repeated once`, async () => {
    await using server = await open()
    server.faults.push({ body: { choices: {}, content: {} } })
    assert.equal((await write(server, kind)).notes.generatedBy, 'm-1')
    server.faults.push({ body: 'null' }, { body: { choices: [{}], content: [{}] } })
    const { notes } = await write(server, kind)
    assert.deepEqual(
      [notes.generatedBy, notes.fallbackReason],
      ['embedded', 'The language model gave an answer that could not be read'],
    )
  })
}

test('anthropic: a model with a smaller token limit gets the smaller value', async () => {
  for (const [maxTokens, tokens] of [
    [16_000, 16_000],
    [15_999, 4_096],
    [4_096, 4_096],
  ]) {
    await using server = await openLlm('anthropic', () => answer, { maxTokens })
    const { notes } = await write(server, 'anthropic')
    assert.deepEqual([notes.generatedBy, server.answered[0]!.parameters.max_tokens], ['m-1', tokens])
  }
  await using small = await openLlm('anthropic', () => answer, { maxTokens: 4_095 })
  assert.equal((await write(small, 'anthropic')).notes.generatedBy, 'embedded')
})

test('openai: a server that supports only JSON objects gets no schema, also in later requests', async () => {
  await using server = await openLlm('openai', () => answer)
  const odd = {
    status: 422,
    body: { detail: [{ loc: ['body', 'response_format', 'type'], msg: 'Input should be text' }] },
  }
  server.faults.push(odd)
  await write(server, 'openai', { times: 2 })
  assert.deepEqual(
    server.answered.map(({ parameters }) => parameters.response_format),
    [{ type: 'json_object' }, { type: 'json_object' }],
  )
})
