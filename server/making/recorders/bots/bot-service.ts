/** Requests to a service that sends bots into calls, at the address and with the API key of a recorder. */
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { requireFound } from '../read-values.ts'
import type { Access } from '../recorder-kind.ts'
import { requestJson } from '../request-json.ts'

export type BotKind = 'vexa' | 'attendee'

export type BotAccount = { kind: BotKind; baseUrl: string; apiKey: string }

type BotDeps = { outbound: Pick<Outbound, 'request'>; bodyLimitBytes: number }

export const serviceNames = { vexa: 'Vexa', attendee: 'Attendee' } as const

export const keyHeaderOf = ({ kind, apiKey }: BotAccount) =>
  kind === 'vexa' ? { name: 'x-api-key', value: apiKey } : { name: 'authorization', value: `Token ${apiKey}` }

export function openBotService({ outbound, bodyLimitBytes }: BotDeps, account: BotAccount): Access {
  const { name, value } = keyHeaderOf(account)
  const addressOf = (path: string) => `${account.baseUrl}/${path}`
  const find: Access['find'] = (path) =>
    requestJson(outbound, addressOf(path), {
      service: serviceNames[account.kind],
      method: 'GET',
      headers: { [name]: value },
      // A transcript is one answer.
      maxBytes: bodyLimitBytes,
    })
  return {
    person: null,
    find,
    read: async (path) => requireFound(await find(path)),
    download: (path) => ({ url: addressOf(path), auth: { type: 'header', name, value } }),
  }
}
