/** The payloads of webhooks and of `listen`, from `webhooks` in openapi.json. */
import type { webhooks } from './generated/openapi.ts'

type Payload<Type extends keyof webhooks> = webhooks[Type]['post']['requestBody']['content']['application/json']

/** What a webhook receives, by `event_type`. Events of workspace webhooks have `scope: 'workspace'`. */
export type WebhookEvent = { [Type in keyof webhooks]: Payload<Type> }[keyof webhooks]

/** What a person receives, by `listen` or by a user webhook. */
export type UserEvent = Exclude<WebhookEvent, { scope: 'workspace' }>
