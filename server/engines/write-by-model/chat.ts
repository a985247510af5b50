/** A chat with a language model that must answer in JSON. What a model does not take is left out, from then on. */
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../engines.ts'
import { type Answer, readJson, requestBackEnd, requireOk } from '../request-back-end.ts'
import { kinds, type LlmKind, type Message, type Parameters, type Reply } from './services.ts'

export type LlmService = {
  kind: LlmKind
  url: string
  apiKey: string
  model: string
  timeoutSeconds: number
  maxBytes: number
  /** The pause before the second try, if the back end sends no `Retry-After`. */
  pauseSeconds: number
}
/** @param onRequest  called for each request that is sent, refused ones among them */
export type Chat = (messages: Message[], signal: AbortSignal, onRequest: () => void) => Promise<ChatReply>
export type ChatReply = Reply & { text: string }

/** The meeting is longer than the model can read, or its answer longer than it can write. */
export class TooLongError extends Error {}

export const modelName = 'The language model'

/** If a back end is busy for longer, the embedded writer takes over. */
const MOST_WAIT_SECONDS = 30

/** For each parameter the index of the value that is sent. */
type Chosen = Record<string, number>

export function openChat(service: LlmService, schema: object): Chat {
  const parameters = kinds[service.kind].parameters(schema)
  let known: Chosen = Object.fromEntries(Object.keys(parameters).map((name) => [name, 0]))
  return async function chat(messages, signal, onRequest) {
    for (let chosen = known; ; ) {
      const values = Object.fromEntries(Object.entries(parameters).map(([name, all]) => [name, all[chosen[name]!]]))
      const ask = async () => {
        onRequest()
        const answer = await exchange(service, messages, values, signal)
        const refused = refusedBy(answer, parameters, chosen)
        return refused.length > 0 ? { refused } : { reply: readReply(service, answer) }
      }
      const { refused, reply } = await withRetry<{ refused?: string[]; reply?: ChatReply }>(ask, service, signal)
      if (reply) {
        // Only what led to an answer is remembered: a refusal may have had another reason.
        known = chosen
        return reply
      }
      chosen = { ...chosen, ...Object.fromEntries(refused!.map((name) => [name, chosen[name]! + 1])) }
    }
  }
}

function exchange(
  { kind, url, apiKey, model, timeoutSeconds, maxBytes }: LlmService,
  messages: Message[],
  values: object,
  signal: AbortSignal,
): Promise<Answer> {
  const { path, headers, body } = kinds[kind]
  const request = {
    name: modelName,
    url: url + path,
    headers: { 'content-type': 'application/json', ...headers(apiKey) },
    key: apiKey,
    body: JSON.stringify({ ...body(model, messages), ...values }),
    timeoutSeconds,
    maxBytes,
  }
  return requestBackEnd(request, signal)
}

/**
 * The parameters that are to give way: those that the refusal names, else the first one, whose refusals say least.
 * @returns none if it is no refusal, or nothing is left to give way
 */
function refusedBy({ status, text }: Answer, parameters: Parameters, chosen: Chosen): string[] {
  if (![400, 415, 422].includes(status)) return []
  const left = Object.keys(parameters).filter((name) => chosen[name]! < parameters[name]!.length - 1)
  const told = /"param"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? text
  const named = left.filter((name) => new RegExp(`\\b${name}\\b`).test(told))
  if (named.length > 0 || isTooLong({ status, text })) return named
  const [first] = Object.keys(parameters)
  return left.filter((name) => name === first)
}

/** @throws {TooLongError}; {EngineError} a failure, or an answer that is none of a chat */
function readReply({ kind, apiKey }: LlmService, answer: Answer): ChatReply {
  if (isTooLong(answer)) throw new TooLongError()
  requireOk(answer, { name: modelName, key: apiKey })
  const reply = kinds[kind].read(readJson(answer, modelName))
  if (reply.isCut) throw new TooLongError()
  if (reply.text === null)
    throw new EngineError(`${modelName} gave an answer that could not be read`, { retryable: true })
  return { ...reply, text: reply.text }
}

/** After a temporary failure tries once more, at the time that the back end names. */
async function withRetry<Value>(
  ask: () => Promise<Value>,
  { pauseSeconds }: LlmService,
  signal: AbortSignal,
): Promise<Value> {
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
    /context.{0,20}(?:length|window|size|limit)|too (?:long|large|many tokens)|maximum.{0,40}tokens/is.test(text))
