/** Checks every payload in tests against its published schema (spec 6). */
import assert from 'node:assert/strict'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import { eventCatalog } from '../../server/app/rooms.ts'
import type { Db } from '../../server/platform/postgres/db.ts'
import type { WebhookRow } from '../../server/platform/postgres/tables.ts'

type StoredPayload = { type: string; scope: WebhookRow['scope']; isTest: boolean; body: string }

const ajv = new Ajv.default({ strict: false })
addFormats.default(ajv)

/** @throws {AssertionError} the payload does not match its schema, or is wrongly marked as a test */
function checkPayload({ type, scope, isTest, body }: StoredPayload): void {
  // A chat's own form is tested where it is made.
  if (scope === 'channel') return
  const payload = JSON.parse(body)
  const description = Object.entries(eventCatalog).find(([each]) => each === type)?.[1]
  assert(description, `${type} is not published`)
  assert.deepEqual([payload.event_type, payload.test], [type, isTest ? true : undefined])
  const published = description[scope]
  assert(published, `${type} is not for a ${scope} webhook`)
  assert(ajv.validate(published.schema, payload), `${type} (${scope}): ${ajv.errorsText()} in ${body}`)
}

/** @returns the number of payloads in the database; keys of events that a test invented do not begin with the type */
export async function checkPayloads(db: Db): Promise<number> {
  const { rows } = await sql<StoredPayload>`
    select event_type as type, scope, event_key = messages.id as "isTest", convert_from(body, 'UTF8') as body
    from messages join webhooks on webhooks.workspace_id = messages.workspace_id and webhooks.id = webhook_id
    where body is not null and (event_key = messages.id or starts_with(event_key, event_type || ' '))
    union all
    select body::json ->> 'event_type', 'user', false, body from stream_events
    where starts_with(event_key, (body::json ->> 'event_type') || ' ')`.execute(db)
  rows.forEach(checkPayload)
  return rows.length
}
