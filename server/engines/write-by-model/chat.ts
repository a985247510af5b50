/** A chat with a language model that must answer in JSON, with the strictest format that the back end supports. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, askBackEnd, readJson, requireOk } from '../call-back-end.ts'
import { EngineError } from '../engines.ts'

export type LlmService = {
  url: string
  apiKey: string
  model: string
  timeoutSeconds: number
  mostBytes: number
  /** The pause before the second try, if the back end sends no `Retry-After`. */
  pauseSeconds: number
}
export type Message = { role: 'system' | 'user' | 'assistant'; content: string }
/** Returns the text of the model. */
export type Chat = (messages: Message[], signal: AbortSignal) => Promise<string>

/** The meeting is longer than the model's context. */
export class TooLongError extends Error {}

export const modelName = 'The language model'

/** If a back end is busy for longer, the embedded writer takes over. */
const MOST_WAIT_SECONDS = 30

/** The strictest format first. */
const formatsFor = (schema: object): (object | undefined)[] => [
  { type: 'json_schema', json_schema: { name: 'meeting_notes', strict: true, schema } },
  { type: 'json_object' },
  undefined,
]

export function openChat(service: LlmService, schema: object): Chat {
  const formats = formatsFor(schema)
  let strictest = 0
  return async function chat(messages, signal) {
    for (let format = strictest; ; format++) {
      const isLast = format === formats.length - 1
      const exchanged = () => exchange(service, messages, formats[format], isLast, signal)
      const content = await withRetry(exchanged, service.pauseSeconds, signal)
      if (content === null) continue
      strictest = format
      return content
    }
  }
}

/** @returns the text of the model; null if the back end rejects the format and there is another one */
async function exchange(
  { url, apiKey, model, timeoutSeconds, mostBytes }: LlmService,
  messages: Message[],
  response_format: object | undefined,
  isLast: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  const question = {
    name: modelName,
    url: `${url}/v1/chat/completions`,
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    key: apiKey,
    body: JSON.stringify({ model, messages, temperature: 0, response_format }),
    timeoutSeconds,
    mostBytes,
  }
  const answer = await askBackEnd(question, signal)
  if (isTooLong(answer)) throw new TooLongError()
  if (isRefusedFormat(answer) && !isLast) return null
  requireOk(answer, question)
  return contentOf(readJson(answer, modelName))
}

/** After a temporary failure tries once more, at the time that the back end names. */
async function withRetry<Value>(ask: () => Promise<Value>, pauseSeconds: number, signal: AbortSignal): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof EngineError) || !error.retryable) throw error
    const seconds = error.retryAfterSeconds ?? pauseSeconds
    if (seconds > MOST_WAIT_SECONDS) throw error
    await sleep(seconds * 1_000, undefined, { signal })
    return ask()
  }
}

const isTooLong = ({ status, text }: Answer) =>
  status === 413 ||
  (status === 400 &&
    /context.{0,20}(?:length|window|size)|too (?:long|large|many tokens)|maximum.{0,40}tokens/is.test(text))

const isRefusedFormat = ({ status }: Answer) => [400, 415, 422].includes(status)

/** @throws {EngineError} retryable: not what a chat answers with */
function contentOf(answer: unknown): string {
  const [choice] = (answer as { choices?: { message?: { content?: unknown } }[] } | null)?.choices ?? []
  const content = choice?.message?.content
  if (typeof content === 'string') return content
  throw new EngineError(`${modelName} gave an answer that could not be read`, { retryable: true })
}
