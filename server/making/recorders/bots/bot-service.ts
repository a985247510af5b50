/** Requests to a service that sends bots into calls, at the address and with the API key of a recorder. */
import type { Context } from '../../../platform/context/context.ts'
import type { BotKind } from '../kinds/kinds.ts'
import { requireFound } from '../kinds/read-values.ts'
import type { Access } from '../kinds/recorder-kind.ts'
import { requestJson } from '../kinds/request-json.ts'

export type BotAccount = { kind: BotKind; baseUrl: string; apiKey: string }

/** The owner to which a sealed API key is bound. */
export const apiKeyOwner = (workspaceId: string, id: string) => `${workspaceId}/${id}/api_key`

export const serviceNames = { vexa: 'Vexa', attendee: 'Attendee' } as const

export const keyHeaderOf = ({ kind, apiKey }: BotAccount) =>
  kind === 'vexa' ? { name: 'x-api-key', value: apiKey } : { name: 'authorization', value: `Token ${apiKey}` }

export function openBotService(
  { outbound, bodyLimitBytes }: Pick<Context, 'outbound'> & { bodyLimitBytes: number },
  account: BotAccount,
): Access {
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
