/** The workspace's settings, and what switching to zero-day retention takes away (decisions 29b, 29c on people and keys). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import {
  forgetTranscripts,
  forgetTranscriptsJob,
  recordingsPerTransaction,
} from '../server/meetings/recordings/library/forget-transcripts.ts'
import { changeSight } from '../server/people/caller/change-sight.ts'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const patch = (body: object, key = keys.ada) => world.request('PATCH', '/api/v1/workspace', { key, body })
const settings = {
  id: 'ws_acme',
  name: 'Acme',
  subdomain: 'acme',
  plan: 'enterprise',
  email_domains: ['acme.test'],
  retention: 'standard',
  webhooks: 'enabled',
  workspace_webhooks: true,
  compatibility: 'none',
  retention_days: { transcripts: null, media: null, everything: null },
  delivery_retention_days: null,
  webhook_mail: false,
  voices: false,
  outside_links: false,
  second_factor: false,
  consent_text: null,
  notes_language: null,
}
/** What only super admins are told. */
const forAdmins = { legal_hold: null }

test('29c: everyone reads the settings, a super admin changes them, and they apply at once', async () => {
  const shownTo = async (key: string) => (await world.get('/api/v1/workspace', key)).body.workspace
  assert.deepEqual(await shownTo(keys.bo), settings)
  assert.deepEqual(await shownTo(keys.ada), { ...settings, ...forAdmins })
  const changes = {
    name: 'Acme & Söhne',
    retention: 'zero_day',
    webhooks: 'switched_off',
    workspace_webhooks: false,
    compatibility: 'hosted',
  }
  assert.deepEqual((await patch(changes)).body, { workspace: { ...settings, ...changes, ...forAdmins } })
  assert.deepEqual((await world.get('/api/v1/workspace', keys.bo)).body.workspace, { ...settings, ...changes })
  assert.equal((await world.get('/api/v1/me', keys.bo)).body.workspace.name, changes.name)
  assert.equal((await patch({ webhooks: 'not_enabled' })).body.workspace.webhooks, 'not_enabled')
  assert.equal((await world.get('/api/v1/workspace', keys.zoe)).body.workspace.name, 'Zeta')
})

test('29c: an invalid value is refused and nothing changes', async () => {
  const wrong = [{ name: '' }, { name: 'x'.repeat(256) }, { retention: 'none' }, { webhooks: true }]
  for (const each of [
    ...wrong,
    { workspace_webhooks: 'yes' },
    { compatibility: 'original' },
    { compatibility: true },
  ]) {
    assert.equal((await patch({ name: 'Half', ...each })).status, 400, JSON.stringify(each))
  }
  assert.deepEqual((await world.get('/api/v1/workspace', keys.ada)).body.workspace, { ...settings, ...forAdmins })
  for (const name of ['x', '𝒜'.repeat(255)]) assert.equal((await patch({ name })).body.workspace.name, name)
})

test('29b: zero_day deletes existing transcripts and stored payloads that quote them; AI notes and times stay', async () => {
  await sql`insert into webhooks (workspace_id, id, user_id, url, secret, created_at, updated_at)
    values ('ws_acme', 'wh_1', 'u_ada', 'https://hooks.test/', '', '2026-01-06', '2026-01-06')`.execute(world.db)
  await sql`insert into messages
    (workspace_id, id, webhook_id, event_type, event_key, status, body, note_id, recording_id, created_at)
    values ('ws_acme', 'msg_1', 'wh_1', 'ai_note.generated', '1', 'delivered', 'Good morning.', 'n_1', 'r_1', '2026-01-06'),
      ('ws_acme', 'msg_2', 'wh_1', 'ai_note.generated', '2', 'pending', 'Good morning.', 'n_1', 'r_2', '2026-01-06'),
      ('ws_acme', 'msg_3', 'wh_1', 'action_item.assigned', '3', 'pending', 'Send the deck', 'n_1', null, '2026-01-06')`.execute(
    world.db,
  )
  const [{ recording: before }] = [(await world.get('/api/v1/recording/r_1', keys.bo)).body]
  assert.equal(before.transcript.speech_segments.length, 1)
  world.advance({ hours: 1 })
  assert.equal((await patch({ retention: 'zero_day' }, keys.bo)).status, 403)
  assert.deepEqual((await world.get('/api/v1/recording/r_1', keys.bo)).body.recording, before)

  assert.equal((await patch({ retention: 'zero_day' })).status, 200)
  assert.deepEqual((await world.get('/api/v1/recording/r_1', keys.bo)).body.recording, { ...before, transcript: null })
  const kept = await sql`select id, status, convert_from(body, 'utf8') as body from messages order by id`.execute(
    world.db,
  )
  assert.deepEqual(kept.rows, [
    { id: 'msg_1', status: 'delivered', body: null },
    { id: 'msg_2', status: 'cancelled', body: null },
    { id: 'msg_3', status: 'pending', body: 'Send the deck' },
  ])
  assert.equal((await patch({ retention: 'standard' })).status, 200)
  assert.equal((await world.get('/api/v1/recording/r_1', keys.bo)).body.recording.transcript, null, 'gone for good')
})

const insertRecordings = (count: number) =>
  sql`insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at, transcript)
    select 'ws_acme', 'r_many_' || n, 'n_1', 'Call', 'call', '2026-01-01', '2026-01-01',
      '{"language_code":"en","speech_segments":[{"speaker":"Ada","text":"And so on","start_time":0,"end_time":1}]}'
    from generate_series(1, ${count}::integer) n`.execute(world.db)
const countTranscripts = async () => {
  const { rows } = await sql<{ left: number }>`select count(*)::integer as left from recordings
    where workspace_id = 'ws_acme' and transcript is not null`.execute(world.db)
  return rows[0]!.left
}

test('29b: zero_day deletes in portions, between which others get their turn, and has none left when it answers', async () => {
  for (const more of [-1, 0, 1]) {
    await sql`delete from recordings where workspace_id = 'ws_acme'`.execute(world.db)
    await sql`update workspaces set retention = 'standard' where id = 'ws_acme'`.execute(world.db)
    await insertRecordings(2 * recordingsPerTransaction + more)
    const seen: number[] = []
    const asking = patch({ retention: 'zero_day' })
    let isOver = false
    asking.finally(() => (isOver = true))
    while (!isOver) seen.push(await changeSight(world.db, 'ws_acme', countTranscripts))
    assert.equal((await asking).status, 200)
    assert.equal(await countTranscripts(), 0)
    const whole = [2 * recordingsPerTransaction + more, recordingsPerTransaction + more, Math.max(0, more), 0]
    assert(
      seen.every((left) => whole.includes(left)),
      seen.join(),
    )
    assert(seen.includes(recordingsPerTransaction + more), 'somebody else had their turn in the middle')
  }
})

test('29b: what a process left that stopped is deleted by the job, unless it may be kept again', async () => {
  await insertRecordings(recordingsPerTransaction + 1)
  const stop = async (change: object) => {
    await sql`update workspaces set ${sql.raw(
      Object.entries(change)
        .map(([name, value]) => `${name} = ${value === null ? 'null' : `'${value}'`}`)
        .join(),
    )}
      where id = 'ws_acme'`.execute(world.db)
    await world.db
      .transaction()
      .execute((tx) => world.base.jobs.send(tx, forgetTranscriptsJob, { workspaceId: 'ws_acme' }))
    await world.settle()
    return countTranscripts()
  }
  const all = await countTranscripts()
  await assert.rejects(
    forgetTranscripts(world.base, 'ws_acme', AbortSignal.abort()),
    { name: 'AbortError' },
    'a job that is stopped is not done',
  )
  assert.equal(await stop({ retention: 'standard' }), all)
  assert.equal(await stop({ retention: 'zero_day', legal_hold: 'A case' }), all)
  // Lifting the hold ends what stopped it.
  assert.equal((await patch({ legal_hold: null })).status, 200)
  assert.equal(await countTranscripts(), 0)
  await sql`update recordings set transcript = '{"language_code":"en","speech_segments":[]}'`.execute(world.db)
  assert.equal(await stop({ retention: 'zero_day' }), 0)

  await sql`update recordings set transcript = '{"language_code":"en","speech_segments":[]}'`.execute(world.db)
  const hold = (legal_hold: string | null) => world.patch('/api/v1/user/u_bo', keys.ada, { legal_hold })
  assert.equal((await hold('A case')).status, 200)
  assert.equal(await stop({ retention: 'zero_day' }), all, 'of a person too')
  assert.equal((await hold(null)).status, 200)
  world.advance({ seconds: 60 })
  await world.settle()
  assert.equal(await countTranscripts(), 0)
})

test('only a super admin sets webhook_mail, and it is 422 if the service sends no mail', async () => {
  const refused = await patch({ webhook_mail: true })
  assert.deepEqual([refused.status, refused.body.message], [422, 'E-mail is not set up here'])
  assert.equal((await patch({ webhook_mail: false })).status, 200)
  assert.equal((await patch({ webhook_mail: 'yes' })).status, 400)
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Minutebook <minutebook@example.com>' }
  await using mailing = await openWorld(smtp)
  await mailing.load(...acme())
  assert.equal((await mailing.patch('/api/v1/workspace', keys.bo, { webhook_mail: true })).status, 403)
  const set = await mailing.patch('/api/v1/workspace', keys.ada, { webhook_mail: true })
  assert.equal(set.body.workspace.webhook_mail, true)
  assert.equal((await mailing.get('/api/v1/workspace', keys.bo)).body.workspace.webhook_mail, true)
})

test('delivery_retention_days: whole days up to those of the service, null for the service’s own', async () => {
  for (const [days, status] of [
    ...([
      [0, 400],
      [-1, 400],
      [1.5, 400],
      ['7', 400],
      [31, 400],
      [36_501, 400],
    ] as const),
    ...([
      [30, 200],
      [1, 200],
      [null, 200],
    ] as const),
  ]) {
    const answer = await patch({ delivery_retention_days: days })
    assert.equal(answer.status, status, `${days}: ${answer.text}`)
    if (status === 200) assert.equal(answer.body.workspace.delivery_retention_days, days)
    else assert.equal(answer.body.errors[0].location, 'body.delivery_retention_days')
  }
  await patch({ delivery_retention_days: 7 })
  assert.equal((await patch({ name: 'Same' })).body.workspace.delivery_retention_days, 7)
  assert.equal((await patch({ delivery_retention_days: 3 }, keys.bo)).status, 403)
})
