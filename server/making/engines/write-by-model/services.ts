/** The kinds of language-model service: address, request format and answer format of each. *Pure.* */

export type LlmKind = 'openai' | 'azure' | 'anthropic'

export type Message = { role: 'system' | 'user' | 'assistant'; content: string }

/** `text` is null if the answer has none. Tokens are null if not counted. `isCut`: the length limit cut the answer off. */
export type Reply = { text: string | null; inputTokens: number | null; outputTokens: number | null; isCut: boolean }

/**
 * Parameters that some models reject, each with its possible values, the best first. After a rejection the next value is
 * tried; with undefined the parameter is not sent. If the rejection names no parameter, the first one is changed.
 */
export type Parameters = Record<string, unknown[]>

type ModelKind = {
  /** The public address; null if each operator has their own. */
  url: string | null
  /** The model without LLM_MODEL; '' if each operator has their own. */
  model: string
  path: string
  /** @param key  '' if there is none */
  headers(key: string): Record<string, string>
  body(model: string, messages: Message[]): object
  parameters(schema: object): Parameters
  /** Those that ask for an answer that is sent while it is written. */
  streaming: Parameters
  read(answer: unknown): Reply
  /** @returns the reply so far, with what one event of a stream adds */
  readEvent(reply: Reply, event: unknown): Reply
}

/**
 * Limits of an answer in tokens, including reasoning. Every Anthropic model accepts the second value. Only Anthropic
 * requires the parameter; other services use the model's own limit.
 */
const answerTokens = [16_000, 4_096]

const openai: ModelKind = {
  url: null,
  model: 'gpt-4o-mini',
  path: '/v1/chat/completions',
  headers: (key) => ({ ...(key && { authorization: `Bearer ${key}` }) }),
  body: (model, messages) => ({ model, messages }),
  parameters: (schema) => ({
    response_format: [
      { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
      { type: 'json_object' },
      undefined,
    ],
    temperature: [0, undefined],
  }),
  streaming: { stream: [true, undefined], stream_options: [{ include_usage: true }, undefined] },
  read: readChat,
  readEvent: readChatEvent,
}

export const kinds: Record<LlmKind, ModelKind> = {
  openai,
  /** Version `v1`, in which `model` is the name of the deployment. */
  azure: {
    ...openai,
    model: '',
    path: '/openai/v1/chat/completions',
    headers: (key) => ({ ...(key && { 'api-key': key }) }),
  },
  anthropic: {
    url: 'https://api.anthropic.com',
    model: '',
    path: '/v1/messages',
    headers: (key) => ({ ...(key && { 'x-api-key': key }), 'anthropic-version': '2023-06-01' }),
    body: (model, messages) => ({
      model,
      system: messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n'),
      messages: messages.filter(({ role }) => role !== 'system'),
    }),
    parameters: (schema) => ({
      output_config: [{ format: { type: 'json_schema', schema } }, undefined],
      temperature: [0, undefined],
      max_tokens: answerTokens,
    }),
    streaming: { stream: [true, undefined] },
    read: readMessage,
    readEvent: readMessageEvent,
  },
}

type ChatAnswer = {
  choices?: { message?: { content?: unknown }; finish_reason?: unknown }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
} | null

function readChat(answer: unknown): Reply {
  const { choices, usage } = (answer as ChatAnswer) ?? {}
  const [choice] = Array.isArray(choices) ? choices : []
  return {
    text: textOf(choice?.message?.content),
    inputTokens: count(usage?.prompt_tokens),
    outputTokens: count(usage?.completion_tokens),
    isCut: choice?.finish_reason === 'length',
  }
}

/** A text, or a list of parts, as Mistral sends it where the model thinks: only those of `type: text` are the answer. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content
  const parts: (Record<string, unknown> | null)[] = Array.isArray(content) ? content : []
  const texts = parts.flatMap((part) => (part?.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
  return texts.length > 0 ? texts.join('') : null
}

type ChatEvent = {
  choices?: { delta?: { content?: unknown }; finish_reason?: unknown }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
} | null

/** The tokens come in an event of their own, which has no choice. */
function readChatEvent(reply: Reply, event: unknown): Reply {
  const { choices, usage } = (event as ChatEvent) ?? {}
  const [choice] = Array.isArray(choices) ? choices : []
  const more = textOf(choice?.delta?.content)
  return {
    text: more === null ? reply.text : (reply.text ?? '') + more,
    inputTokens: count(usage?.prompt_tokens) ?? reply.inputTokens,
    outputTokens: count(usage?.completion_tokens) ?? reply.outputTokens,
    isCut: reply.isCut || choice?.finish_reason === 'length',
  }
}

type MessageAnswer = { content?: unknown; stop_reason?: unknown; usage?: Record<string, unknown> | null } | null

/** The answer's own limit, or that of the model's context with the prompt. */
const cutReasons = new Set<unknown>(['max_tokens', 'model_context_window_exceeded'])

/** Anthropic counts the tokens that the prompt cache reads and writes separately. */
function readMessage(answer: unknown): Reply {
  const { content, stop_reason, usage } = (answer as MessageAnswer) ?? {}
  return {
    text: textOf(content),
    inputTokens: countInput(usage),
    outputTokens: count(usage?.output_tokens),
    isCut: cutReasons.has(stop_reason),
  }
}

type MessageEvent = {
  message?: { usage?: Record<string, unknown> | null }
  delta?: { type?: unknown; text?: unknown; stop_reason?: unknown }
  usage?: Record<string, unknown> | null
} | null

/** The first event has the tokens that were read, the last ones those that were written. */
function readMessageEvent(reply: Reply, event: unknown): Reply {
  const { message, delta, usage } = (event as MessageEvent) ?? {}
  const more = delta?.type === 'text_delta' ? delta.text : null
  return {
    text: typeof more === 'string' ? (reply.text ?? '') + more : reply.text,
    inputTokens: countInput(message?.usage) ?? reply.inputTokens,
    outputTokens: count(usage?.output_tokens) ?? reply.outputTokens,
    isCut: reply.isCut || cutReasons.has(delta?.stop_reason),
  }
}

function countInput(usage: Record<string, unknown> | null | undefined): number | null {
  const [read, ...cached] = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) =>
    count(usage?.[name]),
  )
  return read == null ? null : cached.reduce<number>((sum, tokens) => sum + (tokens ?? 0), read)
}

const count = (value: unknown) => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null)
