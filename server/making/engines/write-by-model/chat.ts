/** Asks a language model at a service. Omits parameters that the model has rejected. */

import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../../../platform/errors.ts'
import {
  type Answer,
  type BackEndRequest,
  logCause,
  readJson,
  requestBackEnd,
  requireOk,
} from '../shared/request-back-end.ts'
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
/** Of an answer. Notes and thoughts take a tenth of it; a longer text would keep the process busy that reads it. */
const maxCharacters = 200_000
/** The most that models of 2026 write at once, with thoughts that they do not show; and what services add to a request. */
const maxTokens = { written: 131_072, added: 4_096 }

/** The index of the sent value of each parameter. */
type ChosenParameters = Record<string, number>

export function openService(service: LlmService): LanguageModel {
  let known: ChosenParameters = {}
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
        const reply = readReply(service, answer, stream?.hasText() ? stream.reply() : null)
        return { reply: withBelievableTokens(reply, messages) }
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
  const onEvents = (part: string) => {
    reader.read(part)
    requireEnd(reader.reply())
  }
  return { onEvents, reply: reader.reply, hasText: () => Boolean(reader.reply().text) }
}

function requireEnd({ text }: Reply): void {
  if ((text?.length ?? 0) > maxCharacters)
    throw new EngineError(`${modelName} gave an answer without an end`, { retryable: true })
}

/** They count against the budget of a workspace. A token that was sent has at least a byte. */
function withBelievableTokens(reply: ChatReply, messages: Message[]): ChatReply {
  const within = (tokens: number | null, most: number) => (tokens === null ? null : Math.min(tokens, most))
  const read = Buffer.byteLength(JSON.stringify(messages)) + maxTokens.added
  const { inputTokens, outputTokens } = reply
  return { ...reply, inputTokens: within(inputTokens, read), outputTokens: within(outputTokens, maxTokens.written) }
}

/** What was written is used already, so the request cannot be repeated. */
const brokenOff = (error: unknown) =>
  error instanceof EngineError ? new EngineError(error.message, { retryable: false, cause: error.cause }) : error

const firstOf = (parameters: Parameters): ChosenParameters =>
  Object.fromEntries(Object.keys(parameters).map((name) => [name, 0]))

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
    isRefusal: isTooLong,
  }
  return requestBackEnd(request, signal)
}

/**
 * The parameters whose next value is tried: those that the rejection names, else the first one, because its rejections
 * are the least clear.
 * @returns none if the answer is no rejection, or no other value is left
 */
function rejectedParameters({ status, text }: Answer, parameters: Parameters, chosen: ChosenParameters): string[] {
  if (![415, ...refusals].includes(status)) return []
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
  if (isTooLong(answer)) throw new TooLongError({ said: logCause(answer.text, apiKey) })
  requireAccepted(answer, apiKey)
  const reply = streamed ?? kinds[kind].read(readJson(answer, modelName))
  if (reply.isCut) throw new TooLongError()
  requireEnd(reply)
  if (reply.text === null)
    throw new EngineError(`${modelName} gave an answer that could not be read`, { retryable: true })
  return { ...reply, text: reply.text }
}

/** @throws {TooLongError} the request was refused, and perhaps for its length; {EngineError} any other failure */
function requireAccepted(answer: Answer, key: string): void {
  try {
    requireOk(answer, { name: modelName, key })
  } catch (error) {
    const isOfRequest = error instanceof EngineError && refusals.includes(answer.status)
    throw isOfRequest ? new TooLongError({ refusal: error }) : error
  }
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

/** These say that the request is not right; what is wrong with it each service says in its own words. */
const refusals = [400, 422]

/**
 * It names what is measured, and that there is too much of it; Go's `context deadline exceeded` has another reason. These
 * words save the requests that try other parameters first. Some servers answer 500 with them.
 */
const isTooLong = ({ status, text }: Answer) =>
  status === 413 ||
  ([500, ...refusals].includes(status) &&
    /context.{0,20}(?:length|window|size|limit)|tokens|prompt/i.test(text) &&
    /exceed|too (?:long|large|many)|(?:long|larg)er than|maximum|must be/i.test(text))
