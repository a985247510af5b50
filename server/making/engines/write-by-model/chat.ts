/** Asks a language model at a service. Omits parameters that the model has rejected. */

import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../../../platform/errors.ts'
import { type Answer, type BackEndRequest, readJson, requestBackEnd, requireOk } from '../shared/request-back-end.ts'
import { openEventReader } from './event-reader.ts'
import { type ChatCall, type ChatReply, type LanguageModel, modelName, TooLongError } from './language-model.ts'
import { kinds, type LlmKind, type Message, type Parameters, type Reply } from './services.ts'

export type LlmService = {
  kind: LlmKind
  url: string
  apiKey: string
  model: string
  maxBytes: number
  /** The pause before the second try, if the back end sends no `Retry-After`. */
  pauseSeconds: number
}
/** If a back end is busy for longer, the embedded writer takes over. */
const maxWaitSeconds = 30

/** The index of the sent value of each parameter. */
type Chosen = Record<string, number>

export function openService(service: LlmService): LanguageModel {
  let known: Chosen = {}
  async function chat(messages: Message[], call: ChatCall): Promise<ChatReply> {
    const kind = kinds[service.kind]
    const parameters = { ...kind.parameters(call.schema), ...(call.onText && kind.streaming) }
    for (let chosen = { ...firstOf(parameters), ...known }; ; ) {
      const values = Object.fromEntries(Object.entries(parameters).map(([name, all]) => [name, all[chosen[name]!]]))
      const send = async () => {
        call.onRequest?.()
        const stream = call.onText && openStream(service, call.onText)
        const answer = await exchange(service, messages, values, call, stream?.onEvents).catch((error) => {
          throw stream?.hasText() ? brokenOff(error) : error
        })
        const refused = rejectedParameters(answer, parameters, chosen)
        if (refused.length > 0) return { refused }
        return { reply: readReply(service, answer, stream?.hasText() ? stream.reply() : null) }
      }
      const { refused, reply } = await withRetry<{ refused?: string[]; reply?: ChatReply }>(send, service, call.signal)
      if (reply) {
        // Remembered only after an answer, because a rejection may have had another reason.
        known = { ...known, ...chosen }
        return reply
      }
      chosen = { ...chosen, ...Object.fromEntries(refused!.map((name) => [name, chosen[name]! + 1])) }
    }
  }
  return { kind: service.kind, name: service.model, chat }
}

function openStream({ kind }: LlmService, onText: (text: string) => void) {
  const reader = openEventReader(kinds[kind].readEvent, onText, `${modelName} broke off its answer`)
  return { onEvents: reader.read, reply: reader.reply, hasText: () => Boolean(reader.reply().text) }
}

/** What was written is used already, so the request cannot be repeated. */
const brokenOff = (error: unknown) =>
  error instanceof EngineError ? new EngineError(error.message, { retryable: false, cause: error.cause }) : error

const firstOf = (parameters: Parameters): Chosen => Object.fromEntries(Object.keys(parameters).map((name) => [name, 0]))

function exchange(
  { kind, url, apiKey, model, maxBytes }: LlmService,
  messages: Message[],
  values: object,
  { timeoutSeconds, signal }: ChatCall,
  onEvents: BackEndRequest['onEvents'],
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
    onEvents,
  }
  return requestBackEnd(request, signal)
}

/**
 * The parameters whose next value is tried: those that the rejection names, else the first one, because its rejections
 * are the least clear.
 * @returns none if the answer is no rejection, or no other value is left
 */
function rejectedParameters({ status, text }: Answer, parameters: Parameters, chosen: Chosen): string[] {
  if (![400, 415, 422].includes(status)) return []
  const left = Object.keys(parameters).filter((name) => chosen[name]! < parameters[name]!.length - 1)
  const rejected = /"param"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? text
  const named = left.filter((name) => new RegExp(`\\b${name}\\b`).test(rejected))
  if (named.length > 0 || isTooLong({ status, text })) return named
  const [first] = Object.keys(parameters)
  return left.filter((name) => name === first)
}

/**
 * @param streamed  what was read of it already
 * @throws {TooLongError}; {EngineError} a failure, or an answer in another form
 */
function readReply({ kind, apiKey }: LlmService, answer: Answer, streamed: Reply | null): ChatReply {
  if (isTooLong(answer)) throw new TooLongError()
  requireOk(answer, { name: modelName, key: apiKey })
  const reply = streamed ?? kinds[kind].read(readJson(answer, modelName))
  if (reply.isCut) throw new TooLongError()
  if (reply.text === null)
    throw new EngineError(`${modelName} gave an answer that could not be read`, { retryable: true })
  return { ...reply, text: reply.text }
}

/** Tries once more after a temporary failure, at the time that the back end asks for. */
async function withRetry<Value>(
  send: () => Promise<Value>,
  { pauseSeconds }: LlmService,
  signal: AbortSignal,
): Promise<Value> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof EngineError) || !error.retryable) throw error
    const seconds = error.retryAfterSeconds ?? pauseSeconds
    if (seconds > maxWaitSeconds) throw error
    await sleep(seconds * 1_000, undefined, { signal })
    return send()
  }
}

const isTooLong = ({ status, text }: Answer) =>
  status === 413 ||
  (status === 400 &&
    /context.{0,20}(?:length|window|size|limit)|too (?:long|large|many tokens)|maximum.{0,40}tokens/is.test(text))
