/** The payloads of webhooks and of `listen`, from the part `webhooks` of openapi.json. */
import type { webhooks } from './generated/openapi.ts'

type Payload<Type extends keyof webhooks> = webhooks[Type]['post']['requestBody']['content']['application/json']

/** What a webhook receives; `event_type` says which it is. Those of workspace webhooks have `scope: 'workspace'`. */
export type WebhookEvent = { [Type in keyof webhooks]: Payload<Type> }[keyof webhooks]

/** What a person hears: by `listen`, or by a user webhook. */
export type UserEvent = Exclude<WebhookEvent, { scope: 'workspace' }>
