/**
 * Language models as their public documents say, for want of real ones: OpenAI's chat completions, the same at Azure (v1), and
 * Anthropic's messages. Strict: what the documents do not allow is refused, and a model takes only the parameters that it is said to.
 */
import assert from 'node:assert/strict'
import type { LlmKind } from '../../server/making/engines/write-by-model/services.ts'
import { type BackEnd, openBackEnd, type ReceivedRequest, type Reply } from './back-end.ts'
import { anthropicMessages, cutAnthropicAnswers, openAiChat } from './published/chat.ts'
import { problemOf } from './published/published.ts'

export const key = 'sk-secret'

/** Parameters that the model does not take, as its refusal names them; `maxTokens` of Anthropic's `max_tokens`. */
export type Model = { refuses?: string[]; maxTokens?: number }

export type Sent = { system: string; user: string; parameters: Record<string, unknown>; roles: string[] }

type Json = Record<string, unknown>
export type LlmServer = BackEnd & {
  /** Requests that were answered by the model, in order. */
  answered: Sent[]
  /** Sent in place of the next answers; the first comes first. */
  faults: Reply[]
}

const openAiParameters = ['temperature', 'response_format', 'stream', 'stream_options']

const kinds: Record<LlmKind, { path: string; header: string; takes: string[] }> = {
  openai: { path: '/v1/chat/completions', header: 'authorization', takes: openAiParameters },
  azure: { path: '/openai/v1/chat/completions', header: 'api-key', takes: openAiParameters },
  anthropic: {
    path: '/v1/messages',
    header: 'x-api-key',
    takes: ['temperature', 'output_config', 'max_tokens', 'stream'],
  },
}

/** @param say  what the model answers, at once or later: a text, or an object as JSON; `null` is an answer that was cut off, at Anthropic for another reason each time */
export async function openLlm(
  kind: LlmKind,
  say: (sent: Sent, number: number) => unknown,
  model: Model = {},
): Promise<LlmServer> {
  const answered: Sent[] = []
  const faults: Reply[] = []
  const backEnd = await openBackEnd(async (request) => {
    const refusal = judge(kind, request, model)
    if (refusal) return refusal
    const fault = faults.shift()
    if (fault) return fault
    const sent = readSent(kind, JSON.parse(request.body.toString()))
    answered.push(sent)
    const said = await say(sent, answered.length - 1)
    const cutReason = cutAnthropicAnswers[answered.length % 2]!
    return sent.parameters.stream ? streamOf(kind, said, cutReason) : answerOf(kind, said, cutReason)
  })
  return Object.assign(backEnd, { answered, faults })
}

function judge(kind: LlmKind, request: ReceivedRequest, { refuses = [], maxTokens = Infinity }: Model): Reply | null {
  const { path, header, takes } = kinds[kind]
  if (request.method !== 'POST' || request.path !== path) return refusal(kind, 404, 'Resource not found')
  const given = request.headers[header]
  if (given !== (kind === 'openai' ? `Bearer ${key}` : key)) return refusal(kind, 401, `Incorrect key ${given}`)
  if (kind === 'anthropic') assert.equal(request.headers['anthropic-version'], '2023-06-01')
  const sent = JSON.parse(request.body.toString()) as Json
  const problem = problemOf(kind === 'anthropic' ? anthropicMessages : openAiChat, Object.entries(sent))
  if (problem) return refusal(kind, 400, problem)
  const { model, messages, system, ...parameters } = sent
  assert(typeof model === 'string' && Array.isArray(messages))
  assert.deepEqual(messages.at(-1).role, 'user')
  for (const name of Object.keys(parameters)) {
    if (!takes.includes(name)) return refusal(kind, 400, `${name}: Extra inputs are not permitted`, name)
    if (refuses.includes(name))
      return refusal(kind, 400, `Unsupported value: '${name}' is not supported with this model.`, name)
  }
  if (kind !== 'anthropic') return null
  if (messages.some(({ role }) => role === 'system')) return refusal(kind, 400, 'messages: Unexpected role "system"')
  const tokens = parameters.max_tokens
  if (typeof tokens !== 'number') return refusal(kind, 400, 'max_tokens: Field required')
  if (tokens <= maxTokens) return null
  return refusal(
    kind,
    400,
    `max_tokens: ${tokens} > ${maxTokens}, which is the maximum allowed number of output tokens for ${model}`,
  )
}

/** Anthropic names the parameter only in its sentence. */
function refusal(kind: LlmKind, status: number, message: string, param: string | null = null): Reply {
  const error = { type: 'invalid_request_error', message }
  return { status, body: kind === 'anthropic' ? { type: 'error', error } : { error: { ...error, param, code: null } } }
}

function readSent(kind: LlmKind, { model: _, messages, system, ...parameters }: Json): Sent {
  const all = messages as { role: string; content: string }[]
  const text = (role: string) => all.find((each) => each.role === role)?.content ?? ''
  return {
    system: kind === 'anthropic' ? String(system) : text('system'),
    user: text('user'),
    parameters,
    roles: all.map(({ role }) => role),
  }
}

const textOf = (said: unknown) =>
  typeof said === 'string' ? said : said === null ? '{"summary": "It was' : JSON.stringify(said)

/** Tokens that each answer says it took. */
export const answerTokens = { input: 1_200, output: 340 }
const { input, output } = answerTokens

function answerOf(kind: LlmKind, said: unknown, cutReason: string): Reply {
  const text = textOf(said)
  if (kind === 'anthropic') {
    const content = [
      { type: 'thinking', thinking: '{' },
      { type: 'text', text },
    ]
    const usage = { input_tokens: input - 200, cache_read_input_tokens: 200, output_tokens: output }
    return { body: { type: 'message', content, stop_reason: said === null ? cutReason : 'end_turn', usage } }
  }
  const choice = { message: { role: 'assistant', content: text }, finish_reason: said === null ? 'length' : 'stop' }
  return { body: { choices: [choice], usage: { prompt_tokens: input, completion_tokens: output } } }
}

/** As server-sent events, a few characters in each. */
function streamOf(kind: LlmKind, said: unknown, cutReason: string): Reply {
  const pieces = textOf(said).match(/.{1,7}/gsu) ?? []
  const events = kind === 'anthropic' ? anthropicEvents(pieces, said, cutReason) : openAiEvents(pieces, said)
  const ends = kind === 'anthropic' ? [] : ['data: [DONE]\n\n']
  const lines = events.map(
    (event) => `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
  )
  return { headers: { 'content-type': 'text/event-stream' }, body: [...lines, ...ends].join('') }
}

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming */
function anthropicEvents(pieces: string[], said: unknown, cutReason: string): object[] {
  const usage = { input_tokens: input - 200, cache_read_input_tokens: 200, output_tokens: 1 }
  const delta = (delta: object) => ({ type: 'content_block_delta', index: 1, delta })
  return [
    { type: 'message_start', message: { type: 'message', content: [], usage } },
    delta({ type: 'thinking_delta', thinking: '{' }),
    { type: 'ping' },
    ...pieces.map((text) => delta({ type: 'text_delta', text })),
    {
      type: 'message_delta',
      delta: { stop_reason: said === null ? cutReason : 'end_turn' },
      usage: { output_tokens: output },
    },
    { type: 'message_stop' },
  ]
}

/** https://platform.openai.com/docs/api-reference/chat-streaming */
function openAiEvents(pieces: string[], said: unknown): object[] {
  const choice = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
    usage: null,
  })
  return [
    choice({ role: 'assistant', content: '' }),
    ...pieces.map((content) => choice({ content })),
    choice({}, said === null ? 'length' : 'stop'),
    { choices: [], usage: { prompt_tokens: input, completion_tokens: output } },
  ]
}
