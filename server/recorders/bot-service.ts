/** Requests to a service that sends bots into calls, at the address and with the API key of a recorder. */
import type { Outbound } from '../platform/outbound/outbound.ts'
import { requireFound } from './read-values.ts'
import type { Access } from './recorder-kind.ts'
import { requestJson } from './request-json.ts'

export type BotKind = 'vexa' | 'attendee'

export type BotAccount = { kind: BotKind; baseUrl: string; apiKey: string }

type BotDeps = { outbound: Pick<Outbound, 'request'>; bodyLimitBytes: number }

export const serviceNames = { vexa: 'Vexa', attendee: 'Attendee' } as const

const keyHeader = {
  vexa: (key: string) => ({ name: 'x-api-key', value: key }),
  attendee: (key: string) => ({ name: 'authorization', value: `Token ${key}` }),
}

export function openBotService({ outbound, bodyLimitBytes }: BotDeps, { kind, baseUrl, apiKey }: BotAccount): Access {
  const { name, value } = keyHeader[kind](apiKey)
  const addressOf = (path: string) => `${baseUrl}/${path}`
  const find: Access['find'] = (path) =>
    requestJson(outbound, addressOf(path), {
      service: serviceNames[kind],
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
