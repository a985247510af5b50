/** Rows of the acme workspace in each table that its world leaves empty, for tests of moving it. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addressKey, sealAddress } from '../../server/meetings/calendar/feeds/feeds.ts'
import type { Db } from '../../server/platform/postgres/db.ts'
import { seal } from '../../server/platform/secrets.ts'
import { acmeWithWebhooks } from './acme.ts'
import type { World } from './world.ts'

const at = '2026-01-10T11:00:00.000Z'
const later = '2036-01-01T00:00:00.000Z'
const hash = () => randomBytes(32)

export const feedUrl = 'https://calendars.test/1.ics?token=secret'
export const accountTokens = '{"refresh":"secret"}'
export const openUploadBytes = 'the first bytes of an upload'

/** Loads acme and zeta, and writes what the world has not. @returns the names of the media files */
export async function fillEveryTable(world: World): Promise<string[]> {
  const { db, base } = world
  await world.load(...acmeWithWebhooks())
  const files = [
    await base.media.write(Readable.from([Buffer.from('media one')])),
    await base.media.write(Readable.from([Buffer.from('media two')])),
  ]
  await mkdir(base.media.uploadsFolder, { recursive: true })
  await writeFile(join(base.media.uploadsFolder, 'r_open'), openUploadBytes)
  await people(db)
  await things(db, files)
  await deliveries(db)
  const feed = sealAddress(base.secretKey, { workspaceId: 'ws_acme', id: 'cal_1' }, feedUrl)
  const url_key = addressKey(base.secretKey, { workspaceId: 'ws_acme', userId: 'u_bo' }, feedUrl)
  await db
    .insertInto('calendar_feeds')
    .values({
      workspace_id: 'ws_acme',
      id: 'cal_1',
      user_id: 'u_bo',
      ...feed,
      url_key,
      next_read_at: later,
      created_at: at,
    } as never)
    .execute()
  const tokens = seal(base.secretKey, accountTokens, 'ws_acme/cal_2')
  await sql`insert into calendar_feeds (workspace_id, id, user_id, host, provider, account, tokens, sync_cursor,
      watch_id, watch_secret, watch_until, next_read_at, created_at)
    values ('ws_acme', 'cal_2', 'u_bo', 'accounts.google.com', 'google', 'bo@gmail.test', ${tokens}, 'sync-1',
      'watch-1', ${hash()}, ${later}, ${later}, ${at})`.execute(db)
  const secret = seal(base.secretKey, 'the secret token', 'ws_acme/rec_1')
  await sql`insert into recorders (workspace_id, id, kind, takes, secret, fallback_user_id, created_at)
    values ('ws_acme', 'rec_1', 'zoom', 'transcript', ${secret}, 'u_bo', ${at})`.execute(db)
  const list = seal(base.secretKey, '{"password":"secret"}', 'ws_acme/u_bo')
  await sql`insert into todo_accounts (workspace_id, user_id, host, username, list, account, created_at, next_sync_at)
    values ('ws_acme', 'u_bo', 'cloud.test', 'bo', 'Work', ${list}, ${at}, ${later})`.execute(db)
  await sql`insert into todo_items (workspace_id, user_id, item_id, etag) values ('ws_acme', 'u_bo', 'ai_2', '"1"')`.execute(
    db,
  )
  await sql`insert into todo_changes (workspace_id, user_id, item_id) values ('ws_acme', 'u_bo', 'ai_2')`.execute(db)
  await sql`insert into todo_conflicts (workspace_id, id, user_id, item_id, at, kept, here)
    values ('ws_acme', 'tc_1', 'u_bo', 'ai_2', ${at}, 'here', '{"text":"Call back"}')`.execute(db)
  const voice = seal(base.secretKey, 'the voice', 'ws_acme/u_bo')
  await sql`insert into voices values ('ws_acme', 'u_bo', 'titanet-small 1234', ${voice}, 1, ${at}, ${at}, false)`.execute(
    db,
  )
  await sql`insert into voice_contests values ('ws_acme', 'u_bo', ${at})`.execute(db)
  await sql`insert into voice_claims values ('ws_acme', 'vc_1', 'r_1', 'u_bo', '[[0, 8]]', false, null, ${at})`.execute(
    db,
  )
  await sql`insert into voice_words values ('ws_acme', 'vc_1', 'u_ada', true, null)`.execute(db)
  await sql`insert into outside_links (workspace_id, id, note_id, user_id, token_hash, parts, created_at, expires_at)
    select 'ws_acme', 'ol_1', min(id), 'u_bo', ${hash()}, '{notes}', ${at}, ${later} from notes where workspace_id = 'ws_acme'`.execute(
    db,
  )
  await sql`insert into rules values
    ('ws_acme', 'ru_1', 'u_bo', 0, 'Weekly', '{"series_id": "se_w"}', '{"record": "never"}', null, ${at}, ${at})`.execute(
    db,
  )
  await sql`insert into note_plans values ('ws_acme', 'n_1', 'u_bo', 'never', null, '{}', '{}', ${at})`.execute(db)
  await sql`insert into reminders values ('ws_acme', 'n_1', 'u_bo', ${at}, ${at}, null)`.execute(db)
  await sql`insert into recorder_subscriptions values
    ('ws_acme', 'rec_1', 'u_bo', 'subscriptions/1', ${later}, ${later})`.execute(db)
  const told = seal(base.secretKey, '{}', 'ws_acme/rec_1/aa')
  await sql`insert into recorder_events (workspace_id, recorder_id, key, event, received_at)
    values ('ws_acme', 'rec_1', '\\xaa', ${told}, ${at})`.execute(db)
  await sql`insert into sent_bots values ('ws_acme', 'bot_1', 'n_1', 'rec_1', 'u_bo', '7', 'zoom/8', ${at}, ${at}, 'x', ${at}, ${at})`.execute(
    db,
  )
  await sql`insert into calendar_feed_events select 'ws_acme', 'cal_1', guid from events where workspace_id = 'ws_acme'`.execute(
    db,
  )
  const address = seal(base.secretKey, JSON.stringify({ url: 'https://media.test/1' }), 'ws_acme/r_bo')
  await sql`insert into upload_sources (workspace_id, recording_id, address, media_file, media_bytes)
    values ('ws_acme', 'r_bo', ${address}, ${files[1]}, 9)`.execute(db)
  return files
}

async function people(db: Db): Promise<void> {
  await sql`insert into recap_mail_wishes values ('ws_acme', 'u_bo', 'daily', 'Europe/Berlin')`.execute(db)
  await sql`insert into recap_mails values ('ws_acme', 'u_bo', 'r_1', 'u_ada', ${later})`.execute(db)
  await sql`insert into model_use values ('ws_acme', '2026-01-01', 4711)`.execute(db)
  await sql`insert into question_counts values ('ws_acme', 'u_bo', '2026-01-10', 7)`.execute(db)
  await sql`insert into api_key_use values ('ws_acme', 'k_bo', 7, ${later})`.execute(db)
  await sql`insert into sessions values ('ws_acme', 's_1', 'u_bo', 'k_bo', 'key', ${hash()}, ${at}, ${at}, ${later}, null, null, '192.0.2.1', 'Browser')`.execute(
    db,
  )
  await sql`insert into passkeys values ('ws_acme', 'pk_1', 'u_bo', 'acme.localhost', ${hash()}, ${hash()}, 7, '{usb}', 'Key', ${at}, ${at})`.execute(
    db,
  )
  await sql`insert into scim_people values ('ws_acme', 'u_bo', 'bo at the provider', 'Bo', 'Lindqvist', false)`.execute(
    db,
  )
  await sql`insert into scim_groups select workspace_id, id, 'group 1' from channels where workspace_id = 'ws_acme' limit 1`.execute(
    db,
  )
  await sql`insert into sign_in_groups select workspace_id, 'group 2', id from channels where workspace_id = 'ws_acme' limit 1`.execute(
    db,
  )
  await sql`insert into sign_in_members select workspace_id, channel_id, user_id from channel_members
    where workspace_id = 'ws_acme' limit 1`.execute(db)
  await sql`insert into session_use values ('ws_acme', 's_1', 3, ${later})`.execute(db)
  await sql`insert into push_subscriptions values ('ws_acme', 'push_1', 'u_bo', 's_1', 'k_bo', ${hash()}, ${hash()}, true, ${at}, null, 'Browser')`.execute(
    db,
  )
  await sql`insert into sign_in_tokens (token_hash, workspace_id, user_id, made_by, expires_at)
    values (${hash()}, 'ws_acme', 'u_bo', 'mail', ${later})`.execute(db)
  await sql`insert into bound_identities values ('ws_acme', 'u_bo', 'https://sso.test', 'bo at the provider', ${at})`.execute(
    db,
  )
  await sql`insert into oauth_clients values ('client_1', 'Assistant', '{https://assistant.test/}', ${at}, ${at})`.execute(
    db,
  )
  await sql`insert into oauth_grants (workspace_id, id, user_id, client_id, redirect_uri, scopes, resource, created_at, expires_at, code_hash, code_challenge, code_expires_at)
    values ('ws_acme', 'g_1', 'u_bo', 'client_1', 'https://assistant.test/', '{read}', 'https://minutebook.test/mcp', ${at}, ${later}, ${hash()}, 'x', ${later})`.execute(
    db,
  )
  await sql`insert into oauth_grant_use values ('ws_acme', 'g_1', 1, ${later})`.execute(db)
  await sql`insert into erasures (workspace_id, user_id, requested_by, requested_at, names) values ('ws_acme', 'u_cy', 'u_ada', ${at}, '["Cy"]')`.execute(
    db,
  )
  await sql`insert into erasure_things values ('ws_acme', 'u_cy', 'note', 'n_1', true)`.execute(db)
  await sql`insert into series_shares values ('ws_acme', 'se_w', 'u_bo', 'u_ada', true)`.execute(db)
  await sql`insert into shares (workspace_id, note_id, user_id, by_user_id, can_edit) values ('ws_acme', 'n_ada', 'u_bo', 'u_ada', true)`.execute(
    db,
  )
  await sql`insert into shares (workspace_id, recording_id, user_id, by_user_id, can_edit) values ('ws_acme', 'r_2', 'u_bo', 'u_ada', false)`.execute(
    db,
  )
  await sql`insert into audit_log (workspace_id, id, at, action, user_id, method, path, address, request_id) values ('ws_acme', 'au_1', ${at}, 'x', 'u_ada', 'GET', '/', '192.0.2.1', 'req')`.execute(
    db,
  )
}

async function things(db: Db, files: string[]): Promise<void> {
  await sql`insert into recording_media (workspace_id, recording_id, file, content_type, file_name, media_bytes)
    values ('ws_acme', 'r_1', ${files[0]}, 'audio/mpeg', 'talk "one"\\, two.mp3', 9)`.execute(db)
  await sql`insert into recording_changes (workspace_id, id, recording_id, user_id, at, change)
    select 'ws_acme', 'c_1', 'r_1', 'u_ada', ${at}, '{"a": [1, "ü \\" , }"]}'`.execute(db)
  await sql`insert into marks (workspace_id, id, recording_id, at, text, user_id, created_at)
    values ('ws_acme', 'mk_1', 'r_1', 7.25, 'Ask legal', 'u_bo', ${at})`.execute(db)
  await sql`insert into notes_requests (workspace_id, recording_id, user_id, requested_at) values ('ws_acme', 'r_2', 'u_ada', ${at})`.execute(
    db,
  )
  await sql`insert into transcription_requests (workspace_id, recording_id, user_id, requested_at) values ('ws_acme', 'r_2', 'u_ada', ${at})`.execute(
    db,
  )
  await sql`insert into notes_translations (workspace_id, recording_id, language, status, requested_at, texts, written_at)
    values ('ws_acme', 'r_1', 'fr', 'written', ${at}, '["ü \\" , }"]', ${at})`.execute(db)
  await sql`insert into former_texts values ('ws_acme', 'ft_1', ${at}, 'u_bo', 'recording', 'r_1', 'n_1', 'r_1', 'title', '"a, \\"b"', 8)`.execute(
    db,
  )
  await sql`insert into decisions (workspace_id, id, note_id, recording_id, text, text_folded, quote, made_by, made_at, created_at, updated_at)
    select 'ws_acme', id, 'n_1', recording, 'Rent "it", all', 'rent "it", all', quote, 'u_ada', ${at}, ${at}, ${at}
    from (values ('dec_1', null, null), ('dec_2', 'r_1', 'Good morning.')) decided (id, recording, quote)`.execute(db)
  await sql`insert into decision_successions values ('ws_acme', 'dec_1', 'dec_2')`.execute(db)
  await sql`insert into decision_proposals values ('ws_acme', 'dec_2', 'dec_1', 'repeats', true)`.execute(db)
  await sql`insert into decision_changes values ('ws_acme', 'dc_1', 'dec_2', ${at}, 'u_ada', 'api', '{"text": {"from": "a \\"b", "to": "ü , }"}}', 'dec_1')`.execute(
    db,
  )
  await sql`insert into decision_comparisons values ('ws_acme', 'dec_2', ${at})`.execute(db)
  await sql`insert into note_templates values ('ws_acme', '{"instructions": "Short", "glossary": [], "templates": []}', ${at})`.execute(
    db,
  )
  await sql`insert into glossaries values ('ws_acme', '{"terms": [{"term": "Plastworks"}]}', ${at})`.execute(db)
  await sql`insert into idempotency_keys values ('ws_acme', 'u_bo', 'again', ${hash()}, 'r_bo', ${at})`.execute(db)
  await sql`insert into upload_sessions values ('ws_acme', 'r_open', 'u_bo', 1000, '{"title": "Open"}', false, ${at})`.execute(
    db,
  )
  await sql`insert into action_item_holds (workspace_id, item_id, due_at, status, assignees) values ('ws_acme', 'ai_1', ${later}, 'Incomplete', '{u_ada,"a, b"}')`.execute(
    db,
  )
  await sql`insert into search_stale (workspace_id, kind, id) values ('ws_acme', 'note', 'n_bo') on conflict do nothing`.execute(
    db,
  )
  await sql`insert into search_vectors (document, workspace_id, model, version, dimensions, vectors)
    select min(id), 'ws_acme', 'a model', 1, 1, '\\x01' from search_documents where workspace_id = 'ws_acme'`.execute(
    db,
  )
  await sql`insert into changes values ('ws_acme', 41, 'note', 'n_1', '{u_bo}', null, null, 700, ${at})`.execute(db)
  await sql`insert into change_counters values ('ws_acme', 41, 3) on conflict (workspace_id) do update set last_number = 41`.execute(
    db,
  )
}

async function deliveries(db: Db): Promise<void> {
  await sql`update webhooks set failing_since = ${at} where workspace_id = 'ws_acme' and id = 'wh_bo'`.execute(db)
  await sql`insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, created_at, attempts, failures, next_attempt_at)
    select 'ws_acme', 'msg_' || status, 'wh_1', 'ai_note.generated', status, status, convert_to('{"text":"ü\\n"}', 'UTF8'), ${at}, 1, 1, ${later}::timestamptz
    from unnest('{pending,held,delivered,failed}'::text[]) status`.execute(db)
  await sql`insert into attempts values ('ws_acme', 'msg_failed', 1, ${at}, 120, 500, null, 'It failed', false)`.execute(
    db,
  )
  await sql`insert into delivery_lanes values ('ws_acme', 'webhook wh_1', '{1,2,3}', 4)`.execute(db)
  await sql`insert into change_holds values ('ws_acme', 'note', 'n_1', ${later})`.execute(db)
  await sql`insert into listeners values ('ws_acme', 'u_bo', ${later}, '{ai_note.generated}')`.execute(db)
  await sql`insert into stream_events (workspace_id, user_id, event_key, event_type, number, body, created_at)
    values ('ws_acme', 'u_bo', 'told', 'ai_note.generated', nextval('stream_events_number'), '{}', ${at}), ('ws_acme', 'u_bo', 'to be told', 'ai_note.generated', null, '{}', ${at})`.execute(
    db,
  )
}

const ofDatabase = ['transaction', 'written', 'document', 'bundle']

/** Rows that name the workspace, without what is of one database or sealed. */
export async function rowsOf(db: Db, tables: string[], workspaceId: string): Promise<string[]> {
  const found = tables.map(async (name) => {
    const owner = name === 'workspaces' ? 'id' : 'workspace_id'
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t where ${sql.ref(owner)} = ${workspaceId}`.execute(db)
    return rows.map(({ row }) => {
      const without = ['search_documents', 'search_bundles'].includes(name) ? [...ofDatabase, 'id'] : ofDatabase
      const sealed =
        {
          webhooks: ['secret', 'previous_secrets'],
          calendar_feeds: ['url', 'url_key', 'tokens'],
          upload_sources: ['address'],
          recorders: ['secret', 'api_key'],
          recorder_events: ['event'],
          voices: ['vector'],
          todo_accounts: ['account'],
        }[name] ?? []
      const kept = Object.entries(row).filter(([column]) => ![...without, ...sealed].includes(column))
      return `${name} ${JSON.stringify(Object.fromEntries(kept))}`
    })
  })
  return (await Promise.all(found)).flat().sort()
}
