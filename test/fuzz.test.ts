/** Thousands of requests made of the document itself: nothing brings a 5xx, or an answer that it does not describe. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { hashSecret } from '../server/people/caller/keys.ts'
import type { OpenApiOperation } from '../server/platform/http/openapi-document.ts'
import { encodeCursor } from '../server/platform/http/page.ts'
import { acmeWithWebhooks, keys } from './support/acme.ts'
import { operationsOf, seenAnswers } from './support/contract.ts'
import { mediaLink } from './support/example-calls.ts'
import { addGrants } from './support/oauth.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { seed, tries } from './support/random.ts'
import { type RandomRequest, randomRequest } from './support/random-request.ts'
import { addMedia, addUpload, openMediaFolder } from './support/stored-media.ts'
import { addDelivery } from './support/webhook-world.ts'
import { type Answer, openWorld, type World } from './support/world.ts'
import { addRecorder } from './support/zoom.ts'

const numRuns = tries({ suite: 2_000, deep: 100_000 })

const values = {
  note_id: ['n_1', 'n_1', 'n_1', 'n_1', 'n_ada', 'n_bo', 'n_zoe', 'n_none'],
  feed_id: ['cal_1', 'cal_none'],
  recorder_id: ['rec_1', 'rec_none'],
  recording_id: ['r_1', 'r_1', 'r_1', 'r_9', 'r_bo', 'r_none'],
  webhook_id: ['wh_1', 'wh_1', 'wh_1', 'wh_bo', 'wh_all', 'wh_zoe', 'wh_none'],
  hook_id: ['msg_1', 'msg_1', 'msg_1', 'msg_1', 'msg_none'],
  decision_id: ['dec_none'],
  rule_id: ['ru_none'],
  mark_id: ['mk_none'],
  push_id: ['push_none'],
  passkey_id: ['pk_none'],
  item_id: ['ai_1', 'ai_1', 'ai_2', 'ai_2', 'ai_none'],
  user_id: ['u_ada', 'u_bo', 'u_zoe'],
  user: ['u_bo', 'BO@acme.test', 'u_ada', 'u_zoe', 'nobody@acme.test'],
  email: ['dee@acme.test', 'BO@acme.test', 'dee'],
  series_id: ['se_w', 'se_w', 'se_w', 'se_none'],
  api_key_id: ['k_bo', 'k_bo_inactive', 'k_zoe', 'k_none'],
  session_id: ['ses_none'],
  grant_id: ['gr_1', 'gr_none'],
  claim_id: ['vc_1', 'vc_none'],
  former_text_id: ['ft_none'],
  link_id: ['ol_1', 'ol_none'],
  token: ['a-token-for-guests', 'no-token'],
  api_key: [keys.bo, keys.ada, keys.bo, keys.boInactive],
  channel_id: ['ch_eng', 'ch_eng', 'ch_eng', 'ch_ada', 'ch_none'],
  event_guid: ['evt1_20260105T090000Z', 'evt_none'],
  title: ['weekly', 'STRASSE', '%', '_', '\\', ''],
  enabled_events: ['ai_note.generated', 'action_item.completed', 'ai_note.generated', 'note.made'],
  content_native_markdown: [
    '::agenda{version=1}\n# Goals\n::action-item[Send]{#ai_1 assignees="bo@acme.test" status=Done}',
    '::agenda{version=1}\n- a\n  ::talking-point[b]\n::action-item[c]',
  ],
  find: ['::agenda{version=1}'],
  assignees: ['u_bo', 'BO@acme.test', 'ada@acme.test', 'u_cy'],
  workspace_id: ['ws_acme', 'ws_acme', 'ws_zeta'],
  'Upload-Offset': ['0', '0', '4', '4096'],
  'Upload-Length': ['4', '4096', '4097'],
  'Last-Event-ID': ['', 'yesterday'],
  Range: ['bytes=0-3', 'bytes=-1', 'bytes=9999-', 'bytes=3-1'],
  action: ['impersonate', 'note.delete', 'user.change'],
}
const people = ['u_bo', 'bo@acme.test', 'BO@ACME.TEST', 'u_ada', 'u_cy', 'u_zoe', 'zoe@zeta.test', 'nobody@acme.test']

let outside: Outside
let files: Awaited<ReturnType<typeof openMediaFolder>>
let world: World
before(async () => {
  outside = await openOutside()
  files = await openMediaFolder()
  world = await openWorld({ BODY_LIMIT_BYTES: '65536', ...files.settings, ...outside.settings })
  await fill()
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
  await files[Symbol.asyncDispose]()
})

async function fill(): Promise<void> {
  await world.empty()
  await world.load(...acmeWithWebhooks())
  await addDelivery(world)
  await addMedia(world)
  await addUpload(world)
  await addGrants(world, 'u_ada', ['gr_1'])
  await addRecorder(world)
  await addOutsideLink()
}

/** With an id and a token that are the same in each run. */
async function addOutsideLink(): Promise<void> {
  const [now, then] = ['2026-01-01T00:00:00Z', '2036-01-01T00:00:00Z'].map((time) => new Date(time)) as [Date, Date]
  await world.db.updateTable('workspaces').set({ outside_links: true }).where('id', '=', 'ws_acme').execute()
  await world.db
    .insertInto('outside_links')
    .values({
      ...{ workspace_id: 'ws_acme', id: 'ol_1', recording_id: 'r_1', user_id: 'u_ada', parts: ['notes'] },
      ...{ token_hash: hashSecret('a-token-for-guests'), created_at: now, expires_at: then },
    })
    .execute()
}

test(`${numRuns} requests get documented answers and no 5xx`, async (t) => {
  const operations = operationsOf(world.api.document())
  const valid = [keys.ada, keys.ada, keys.bo, keys.bo, keys.adaRegular, keys.boMarked, keys.zoe]
  const badKeys = [keys.cy, keys.boInactive, 'mb_none']
  const urls = [
    outside.receiver.url(),
    outside.receiver.url(),
    'https://none.acme.com/',
    'https://10.0.0.1/',
    'http://a.com/',
  ]
  const link = new URL(mediaLink(world), 'http://localhost').searchParams
  const links = Object.fromEntries([...link].map(([name, value]) => [name, [value]]))
  const known = {
    keys: valid,
    badKeys,
    people,
    values: { ...links, ...values, url: urls },
    cursors: await realCursors(),
  }
  seenAnswers.clear()
  await fc.assert(fc.asyncProperty(randomRequest(known, operations), check), { numRuns })
  // What chance left out is asked for more.
  for (let round = 1; round <= 20; round++) {
    const left = operations.filter((operation) => lacking(operation).length > 0)
    if (left.length === 0) break
    await fc.assert(fc.asyncProperty(randomRequest(known, left), check), { seed: seed + round, numRuns: 100 })
  }

  // A run that never got past the key, or was never refused, would show nothing.
  const statuses = new Map<string, number>()
  for (const [name, count] of seenAnswers) {
    const status = name.split(' ')[2]!
    statuses.set(status, (statuses.get(status) ?? 0) + count)
  }
  t.diagnostic(
    [...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  )
  const done = [200, 201, 202, 204].reduce((sum, status) => sum + (statuses.get(String(status)) ?? 0), 0)
  assert(done > numRuns / 9, 'a ninth of the requests are answered')
  assert.deepEqual(operations.flatMap(lacking), [])
})

/** What an operation has not done yet: refused a body and a caller, and judged what it was asked for. */
function lacking([name, { responses, requestBody }]: [string, OpenApiOperation]): string[] {
  const refusals = (requestBody ? ['400', '401'] : ['401']).filter((status) => responses[status])
  const lacks = refusals.filter((status) => !seenAnswers.has(`${name} ${status}`)).map((status) => `${name} ${status}`)
  const judged = [200, 201, 202, 204, 403, 404, 409, 422].some((status) => seenAnswers.has(`${name} ${status}`))
  return judged ? lacks : [...lacks, `${name} judged`]
}

/** Documented answers are checked by the harness; what is left are the answers outside the document. */
async function check({ method, path: whole, headers, body }: RandomRequest): Promise<void> {
  // An answer that waits for 30 s shows no more than one that waits for one.
  const path = whole.replace(/([?&]wait=)(?:[2-9]|[12]\d|30)(?=&|$)/, '$11')
  const answer = await world.request(method, path, { headers, body, cut: path.startsWith('/api/v1/events') })
  assert(answer.status < 500, `${answer.status} ${answer.text}`)
  if (answer.status >= 400 && method !== 'HEAD') {
    assert.equal(typeof answer.body?.message, 'string', answer.text)
    assert.match(answer.headers['x-request-id'] ?? '', /^req_/, answer.text)
  }
  // The clock stands still, and wrong sign-ins would shut all of them out.
  if (answer.status === 429) await world.db.deleteFrom('sign_in_counts').execute()
  const shutsOut =
    method === 'DELETE' || (method === 'PATCH' && /\/(user\/|api_key\/|workspace$)/.test(path.split('?')[0]!))
  // The next request finds everything again.
  if (shutsOut && answer.status < 300) await fill()
}

/** Cursors as the service makes them, by operation. */
async function realCursors(): Promise<Record<string, string[]>> {
  const pagination = { page_size: 1 }
  const list = (name: string, more = {}) => world.post(`/api/v1/${name}`, keys.ada, { pagination, ...more })
  const answers: Record<string, Promise<Answer>[]> = {
    'post /api/v1/notes': [list('notes')],
    'post /api/v1/recordings': [list('recordings')],
    'post /api/v1/recordings/upload/list': [list('recordings/upload/list')],
    'post /api/v1/action_items': [list('action_items'), list('action_items', { order_by: 'due_date' })],
    'get /api/v1/webhooks': [world.get('/api/v1/webhooks?page_size=1', keys.ada)],
    'get /api/v1/channels': [world.get('/api/v1/channels?page_size=1', keys.ada)],
    'get /api/v1/channel/{channel_id}/members': [world.get('/api/v1/channel/ch_eng/members?page_size=1', keys.ada)],
    'get /api/v1/users': [world.get('/api/v1/users?page_size=1', keys.ada)],
    'get /api/v1/api_keys': [world.get('/api/v1/api_keys?page_size=1', keys.ada)],
  }
  // The log’s ids are random, and a run must be the same again.
  const logged = encodeCursor('audit_log', { time: new Date('2026-01-10T12:00:00.000Z'), id: 'au_1' })
  const cursors: Record<string, string[]> = { 'get /api/v1/audit_log': [logged] }
  for (const [name, pages] of Object.entries(answers)) {
    cursors[name] = (await Promise.all(pages)).map(
      ({ body }) => (body.page_info ?? (body.uploads ?? body.webhooks).page_info).cursor,
    )
    assert(cursors[name].every(Boolean), `${name} needs two rows`)
  }
  return cursors
}
