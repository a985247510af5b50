/** Asks a service to send a bot into a call, and to withdraw it. */

import type { Context } from '../../../platform/context/context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/outbound/outbound.ts'
import { cutShort } from '../../../platform/text.ts'
import { explain } from '../../engines/shared/request-failures.ts'
import { isBotId } from '../kinds/attendee.ts'
import { objectsIn, plainOf } from '../kinds/bot-values.ts'
import { parseObject, textOf } from '../kinds/read-values.ts'
import { pathOf } from '../kinds/vexa.ts'
import { type BotAccount, keyHeaderOf, serviceNames } from './bot-service.ts'

/**
 * @param noteId  Attendee sends one bot for it at a time
 * @param consent  the workspace's sentence, which Attendee's bot writes into the chat of the call; Vexa has no field for it
 */
export type WantedBot = { callUrl: string; name: string; noteId: string; consent: string | null }

/** A message in the chat of Google Meet is no longer. */
const maxChat = 500

/** The service's id of the bot, and for Vexa the room that it is withdrawn from. */
export type Bot = { id: string; room: string | null }

/** @throws {ApiError} 400, 409, 502 */
export async function askForBot(deps: Pick<Context, 'outbound'>, account: BotAccount, wanted: WantedBot): Promise<Bot> {
  const common = { meeting_url: wanted.callUrl, bot_name: wanted.name }
  const isVexa = account.kind === 'vexa'
  const answer = isVexa
    ? await ask(deps, account, 'POST', 'bots', common)
    : await ask(deps, account, 'POST', 'api/v1/bots', {
        ...common,
        deduplication_key: wanted.noteId,
        ...(wanted.consent && { bot_chat_message: { to: 'everyone', message: cutShort(wanted.consent, maxChat) } }),
      })
  const service = serviceNames[account.kind]
  const reason = reasonIn(answer)
  const isTaken = isVexa ? answer.status === 409 : answer.status === 400 && /deduplication/i.test(reason)
  const lost = isTaken && !isVexa ? await findLost(deps, account, wanted) : null
  if (lost) return lost
  if (isTaken) throw new ApiError(409, `A bot of ${service} is in this call already`)
  if (answer.status === 422 || (answer.status === 400 && 'meeting_url' in bodyOf(answer)))
    throw new ApiError(400, sentence(`${service} cannot join a call by this link`, reason))
  if (answer.status !== 200 && answer.status !== 201) throw refused(account, answer, 'sent no bot')
  const { id, platform, native_meeting_id } = bodyOf(answer)
  const room = pathOf(platform, native_meeting_id)
  if (isBotId(plainOf(id)) && (!isVexa || room !== null)) return { id: plainOf(id), room: isVexa ? room : null }
  throw new ApiError(502, `${service} gave an answer that cannot be read`)
}

/** States of Attendee's bots that are in their call or on the way. */
const present = ['joining', 'waiting_room', 'joined_not_recording', 'joined_recording']
const gone = ['leaving', 'post_processing', 'ended', 'fatal_error', 'data_deleted']

/** Attendee's bot for the note, if who asked for it did not get the answer. */
async function findLost(
  deps: Pick<Context, 'outbound'>,
  account: BotAccount,
  { noteId }: WantedBot,
): Promise<Bot | null> {
  const query = new URLSearchParams([['deduplication_key', noteId], ...present.map((state) => ['states', state])])
  const { results } = bodyOf(await ask(deps, account, 'GET', `api/v1/bots?${query}`))
  const id = objectsIn(results)
    .map((each) => plainOf(each.id))
    .find(isBotId)
  return id === undefined ? null : { id, room: null }
}

/** A bot that is not there any more is no error. @throws {ApiError} 502 */
export async function askToWithdraw(
  deps: Pick<Context, 'outbound'>,
  account: BotAccount,
  { id, room }: Bot,
): Promise<void> {
  const answer =
    account.kind === 'vexa'
      ? await ask(deps, account, 'DELETE', `bots/${room}`)
      : await ask(deps, account, 'POST', `api/v1/bots/${id}/leave`, {})
  if (answer.status === 404 || (answer.status >= 200 && answer.status < 300)) return
  if (answer.status === 400 && account.kind === 'attendee') {
    const { state } = bodyOf(await ask(deps, account, 'GET', `api/v1/bots/${id}`))
    if (gone.includes(plainOf(state))) return
  }
  throw refused(account, answer, 'did not withdraw the bot')
}

/** A person waits for it. */
const [timeoutSeconds, maxBytes] = [20, 65_536]

async function ask(
  { outbound }: Pick<Context, 'outbound'>,
  account: BotAccount,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const service = serviceNames[account.kind]
  const { name, value } = keyHeaderOf(account)
  const request = outbound.request(`${account.baseUrl}/${path}`, {
    what: `${service} URL`,
    method,
    headers: { [name]: value, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    timeoutSeconds,
    maxBytes,
  })
  return request.catch((error) => {
    const explained = explain(`${service} could not be asked`, error)
    throw explained === error ? error : new ApiError(502, (explained as Error).message, { cause: error })
  })
}

const bodyOf = ({ body }: Answer) => parseObject(body.toString('utf8'))

/** In the service's words: Vexa's `detail`, Attendee's `error`, or the errors of a field. */
function reasonIn(answer: Answer): string {
  const { detail, error, meeting_url } = bodyOf(answer)
  const found = textOf(detail) ?? textOf(error) ?? textOf([meeting_url].flat()[0]) ?? ''
  return cutShort(found.replaceAll(/\s+/g, ' ').trim(), 300)
}

const sentence = (start: string, reason: string) => (reason === '' ? start : `${start}: ${reason}`)

/** What the service says to a wrong or withdrawn key. */
export const keyRefused = (kind: BotAccount['kind']) => `${serviceNames[kind]} refuses the recorder's key`

function refused({ kind }: BotAccount, answer: Answer, what: string): ApiError {
  const service = serviceNames[kind]
  if (answer.status === 401 || answer.status === 403) return new ApiError(502, keyRefused(kind))
  return new ApiError(502, sentence(`${service} ${what} (${answer.status})`, reasonIn(answer)))
}
