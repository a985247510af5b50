/** One conversation with a language model that is to answer in JSON, with what the back end allows to make sure of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, askBackEnd, readJson, refuseUnlessOk } from '../call-back-end.ts'
import { EngineError } from '../engines.ts'

export type LlmService = {
  url: string
  apiKey: string
  model: string
  timeoutSeconds: number
  mostBytes: number
  /** Before the second try, where the back end does not say. */
  pauseSeconds: number
}
export type Message = { role: 'system' | 'user' | 'assistant'; content: string }
/** Answers with the text that the model wrote. */
export type Chat = (messages: Message[], signal: AbortSignal) => Promise<string>

/** The meeting is longer than the model reads. */
export class TooLongError extends Error {}

export const modelName = 'The language model'

/** A back end that is busy for longer is not waited for: the embedded writer is at hand. */
const MOST_WAIT_SECONDS = 30

/** The strictest first. */
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
      const content = await patiently(exchanged, service.pauseSeconds, signal)
      if (content === null) continue
      strictest = format
      return content
    }
  }
}

/** @returns what the model wrote; null where the back end refuses the format and there is another */
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
    body: JSON.stringify({ model, messages, temperature: 0, response_format }),
    timeoutSeconds,
    mostBytes,
  }
  const answer = await askBackEnd(question, signal)
  if (isTooLong(answer)) throw new TooLongError()
  if (isRefusedFormat(answer) && !isLast) return null
  refuseUnlessOk(answer, question)
  return contentOf(readJson(answer, modelName))
}

/** A passing fault is given one more chance, when the back end asks for it to be. */
async function patiently<Value>(ask: () => Promise<Value>, pauseSeconds: number, signal: AbortSignal): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof EngineError) || !error.passing) throw error
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

/** @throws {EngineError} passing: not what a chat answers with */
function contentOf(answer: unknown): string {
  const [choice] = (answer as { choices?: { message?: { content?: unknown } }[] } | null)?.choices ?? []
  const content = choice?.message?.content
  if (typeof content === 'string') return content
  throw new EngineError(`${modelName} gave an answer that could not be read`, { passing: true })
}
