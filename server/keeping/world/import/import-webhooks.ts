/** Imports webhooks, without the verification that the API requires (spec 5.4). */
import { isDeepStrictEqual } from 'node:util'
import type { ApiError } from '../../../platform/errors.ts'
import type { PreviousSecret } from '../../../platform/postgres/column-types.ts'
import { SecretError, type SecretKey } from '../../../platform/secrets.ts'
import { readMoment } from '../../../platform/time.ts'
import {
  type Headers,
  isElsewhere,
  openHeaders,
  readHeaders,
  sealHeaders,
} from '../../../webhooks/endpoints/custom-headers.ts'
import { asPrevious, secretOf } from '../../../webhooks/endpoints/previous-secrets.ts'
import { newSigningSecret, openSigningSecret, sealSigningSecret } from '../../../webhooks/endpoints/signing-secret.ts'
import { typesFor } from '../../../webhooks/events/event-types.ts'
import { readTimes } from '../format/read-moment.ts'
import { WorldError } from '../format/world-error.ts'
import { type Changes, type ImportContext, resolveField } from './import-context.ts'
import { People } from './people.ts'
import { fetchById, idsOf, type Row, saveRows } from './rows.ts'
import type { Staged } from './stage.ts'

const columns = [
  ...(['id', 'user_id', 'api_key_id', 'scope', 'url', 'description', 'status', 'enabled_events', 'secret'] as const),
  ...(['previous_secrets', 'sealed_headers', 'header_names', 'created_at', 'updated_at'] as const),
] as const

type StoredWebhook = Pick<Row<'webhooks'>, (typeof columns)[number]>

export async function importWebhooks(context: ImportContext, batch: Staged<'webhooks'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'webhooks', 'id', idsOf(batch), columns)
  const people = await People.find(
    context,
    batch.map(({ doc }) => doc.owner),
  )
  const rows = batch.map((webhook): StoredWebhook => {
    const { id, doc, path } = webhook
    const before = stored.get(id)
    if (before?.scope === 'channel') throw new WorldError(`${path}.id`, `is that of a channel's chat`)
    return {
      id,
      user_id: people.idOf(doc.owner, `${path}.owner`),
      api_key_id: resolveField(doc.api_key, before?.api_key_id, null),
      scope: resolveField(doc.scope, before?.scope, 'user'),
      url: doc.url,
      description: resolveField(doc.description, before?.description, ''),
      status: resolveField(doc.status, before?.status, 'active'),
      enabled_events: eventsOf(webhook, before),
      secret: ownSecret(context, webhook, before?.secret),
      previous_secrets: previousSecrets(context, webhook, before?.previous_secrets ?? []),
      ...headersOf(context, webhook, before),
      ...readTimes(doc, path, before, context.now),
    }
  })
  return saveRows(context, 'webhooks', 'id', stored, rows)
}

/** For a user webhook an empty list means every type; a workspace webhook must name its types (decision 30). */
function eventsOf({ doc, path }: Staged<'webhooks'>, before: StoredWebhook | undefined): string[] {
  const events = resolveField(doc.enabled_events && [...new Set(doc.enabled_events)], before?.enabled_events, [])
  const scope = resolveField(doc.scope, before?.scope, 'user')
  if (events.length === 0 && scope === 'workspace') {
    throw new WorldError(`${path}.enabled_events`, 'must name at least one event for a workspace webhook')
  }
  const wrong = events.find((type) => !(typesFor(scope) as string[]).includes(type))
  if (wrong) throw new WorldError(`${path}.enabled_events`, `must not name ${wrong} for a user webhook`)
  return events
}

/** The secret in the file; without one the stored secret stays, or a new one is generated. */
function ownSecret(context: ImportContext, { id, doc }: Staged<'webhooks'>, stored: Buffer | undefined): Buffer {
  if (doc.secret == null) return stored ?? sealed(context, id, newSigningSecret(), [])
  return sealed(context, id, doc.secret, stored ? [stored] : [])
}

/** The secrets in the file; without any the stored ones stay. Of equal ones each is compared with that of its place. */
function previousSecrets(
  context: ImportContext,
  { id, doc }: Staged<'webhooks'>,
  stored: PreviousSecret[],
): PreviousSecret[] {
  const known = stored.map(secretOf)
  return (
    doc.previous_secrets?.map(({ secret, until }, place) =>
      asPrevious(sealed(context, id, secret, [...known.slice(place), ...known]), readMoment(until)!),
    ) ?? stored
  )
}

/** The headers in the file; without any, the stored ones stay unless the URL changes to another server. */
function headersOf(context: ImportContext, { id, doc, path }: Staged<'webhooks'>, before: StoredWebhook | undefined) {
  const stored = { sealed_headers: before?.sealed_headers ?? null, header_names: before?.header_names ?? [] }
  if (doc.headers == null) {
    return before && isElsewhere(doc.url, before.url) ? { sealed_headers: null, header_names: [] } : stored
  }
  const webhook = { workspace_id: context.workspace.id, id }
  const headers = readWorldHeaders(doc.headers, path)
  // Unchanged ones are not encrypted again, because that would change the row.
  if (isDeepStrictEqual(openedHeaders(context, stored.sealed_headers, webhook), headers)) return stored
  return sealHeaders(context.secretKey, headers, webhook)
}

/** @throws {WorldError} for headers that the API would reject */
function readWorldHeaders(given: Headers, path: string): Headers {
  try {
    return readHeaders(given, [])
  } catch (error) {
    const { location, message } = (error as ApiError).fieldErrors![0]!
    throw new WorldError(location.replace('body', path), message)
  }
}

function openedHeaders(context: ImportContext, sealed: Buffer | null, webhook: { workspace_id: string; id: string }) {
  try {
    return openHeaders(context.secretKey, sealed, webhook)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

/** Does not encrypt an unchanged secret again, because that would change the row. */
function sealed(context: ImportContext, id: string, given: string, known: Buffer[]): Buffer {
  const webhook = { workspace_id: context.workspace.id, id }
  const same = known.find((secret) => given === openedSecret(context.secretKey, { ...webhook, secret }))
  return same ?? sealSigningSecret(context.secretKey, given, webhook)
}

/** Null if it was sealed with another key. */
export function openedSecret(key: SecretKey, webhook: Parameters<typeof openSigningSecret>[1]): string | null {
  try {
    return openSigningSecret(key, webhook)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
