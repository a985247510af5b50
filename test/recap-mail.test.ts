/** Recaps by mail (decision 59): at once or once a day, to people who want them and may read them when it is sent. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { queueRecapMails } from '../server/meetings/recordings/recap-mail/queue-recap-mails.ts'
import { sendLimit } from '../server/meetings/recordings/recap-mail/send-recap.ts'
import { acme, keys } from './support/acme.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { somebodyWaits } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let server: MailServer
before(async () => {
  server = await openMailServer()
  world = await openWorld(server.settings)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  server.mails.length = 0
  server.state.refuses = false
})

const path = '/api/v1/me/notifications'
const wish = (key: string, body: object) => world.patch(path, key, body)

const aiNotes = {
  markdown: '',
  sections: [
    { title: 'Summary', content: 'We sell <b>boats</b> & oars.' },
    { title: 'Topics', items: [{ text: 'A topic', timestamp: 1 }] },
    {
      title: 'Decisions',
      items: Array.from({ length: 12 }, (_, at) => ({ text: `Decision ${at}`, timestamp: 60 * at })),
    },
    { title: 'Action items', items: [{ text: 'Order oars', timestamp: null, assignees: ['u_bo'] }] },
  ],
}

/** A new recap of Ada's meeting, which Bo attends; `more` are fields of the recording. */
async function recap(id: string, more: object = {}) {
  const [first] = acme() as [{ id: string; subdomain: string; name: string; recordings: object[] }]
  const { id: workspace, subdomain, name, recordings } = first
  const recording = { ...recordings[0], id, title: `Boats ${id}`, ai_notes: aiNotes, published_to: [], ...more }
  await world.loadAndAnnounce({ id: workspace, subdomain, name, recordings: [recording] })
}

const theEvent = () => (acme() as [{ events: { attendees: { email: string }[] }[] }])[0].events[0]!

async function minute() {
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'queue-recap-mails')!
    .run(null)
  await world.settle()
}

const receivers = () => server.mails.splice(0).flatMap(({ to }) => to)

test('nobody gets mails who does not want them; a wish is stored, recorded once, and taken back', async () => {
  assert.deepEqual((await world.get(path, keys.bo)).body, {
    notifications: { recaps: 'none', time_zone: 'UTC', mail: true },
  })
  await recap('r_10')
  await minute()
  assert.deepEqual(receivers(), [])
  const wanted = { recaps: 'daily', time_zone: 'Europe/Berlin' }
  for (const body of [wanted, wanted, {}]) {
    assert.deepEqual((await wish(keys.bo, body)).body, { notifications: { ...wanted, mail: true } })
  }
  assert.equal((await world.get(path, keys.adaRegular)).body.notifications.recaps, 'none')
  world.advance({ seconds: 1 })
  assert.deepEqual((await wish(keys.bo, { recaps: 'none' })).body.notifications.recaps, 'none')
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  assert.deepEqual(
    data.map(({ action, user_id, details }: { action: string; user_id: string; details: { after: object } }) => [
      action,
      user_id,
      details.after,
    ]),
    [
      ['notifications.change', 'u_bo', { recaps: 'none' }],
      ['notifications.change', 'u_bo', wanted],
    ],
  )
})

test('59: who stops the mails while they change their time zone gets none', async () => {
  await wish(keys.bo, { recaps: 'daily' })
  const changed = await world.db.transaction().execute(async (tx) => {
    // As the link in a mail does.
    await sql`select from users where id = 'u_bo' for no key update`.execute(tx)
    await tx.updateTable('recap_mail_wishes').set({ recaps: 'none' }).where('user_id', '=', 'u_bo').execute()
    const changing = wish(keys.bo, { time_zone: 'Europe/Berlin' })
    await somebodyWaits(world.db)
    return [changing]
  })
  const wanted = { recaps: 'none', time_zone: 'Europe/Berlin', mail: true }
  assert.deepEqual((await changed[0])!.body.notifications, wanted)
  assert.deepEqual((await world.get(path, keys.bo)).body.notifications, wanted)
})

test('the time zone is kept without mails; what changes nothing is not recorded', async () => {
  const time_zone = 'Europe/Berlin'
  const stored = { notifications: { recaps: 'none', time_zone, mail: true } }
  for (const body of [{ time_zone }, { recaps: 'daily', time_zone }, { recaps: 'none' }, { recaps: 'none' }, {}]) {
    const { body: answer } = await wish(keys.bo, body)
    assert.deepEqual((await world.get(path, keys.bo)).body, answer)
  }
  assert.deepEqual((await world.get(path, keys.bo)).body, stored)
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  assert.equal(data.length, 3)
  await recap('r_10')
  assert.deepEqual(await world.db.selectFrom('recap_mails').select('user_id').execute(), [])
  const options = { subdomain: 'acme', withSecrets: false, secretKey: world.base.secretKey }
  let text = ''
  for await (const piece of exportWorld(world.db, options)) text += piece
  const doc = JSON.parse(text)
  assert.deepEqual(doc.workspaces[0].users.find(({ id }: { id: string }) => id === 'u_bo').notifications, {
    recaps: 'none',
    time_zone,
  })
})

test('a wrong time zone is a 400 that names the place; so is one that is too long', async () => {
  for (const time_zone of ['Mars/Olympus', '+01:00', '', 'Europe/../Berlin', 'A'.repeat(65)]) {
    const { status, text } = await wish(keys.bo, { recaps: 'daily', time_zone })
    assert.equal(status, 400, time_zone)
    assert.match(text, /body\.time_zone/)
  }
  for (const time_zone of ['UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    assert.equal((await wish(keys.bo, { recaps: 'daily', time_zone })).status, 200, time_zone)
  }
})

test('at once: one mail to each reader who wants it, as text and HTML, with links to the moments', async () => {
  await wish(keys.bo, { recaps: 'at_once', time_zone: 'Europe/Berlin' })
  await recap('r_10')
  await minute()
  await minute()
  const [mail, ...others] = server.mails.splice(0) as [(typeof server.mails)[number]]
  assert.deepEqual([mail.to, others], [['Bo@acme.test'], []])
  const { text } = mail
  assert.match(text, /^Subject: Recap: Boats r_10$/m)
  assert.match(text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  assert.match(text, /^Content-Type: text\/plain/m)
  assert.match(text, /^Content-Type: text\/html/m)
  assert.match(text, /Monday,? 5 January 2026 at 10:00 \(Europe\/Berlin\)/)
  assert.match(text, /^SUMMARY\nWe sell <b>boats<\/b> & oars\.$/m)
  assert.match(text, /^- Decision 9\n {2}https:\/\/minutebook\.test\/recap\/r_10\?t=540$/m)
  assert.match(text, /^- Order oars \(Bo Lindqvist\)$/m)
  assert.match(text, /We sell &lt;b&gt;boats&lt;\/b&gt; &amp; oars\./)
  assert.match(text, /<a style="[^"]*" href="https:\/\/minutebook\.test\/recap\/r_10\?t=540">9:00<\/a>/)
  assert.equal(text.match(/2 more in the recap/g)?.length, 2)
  assert.doesNotMatch(text, /Decision 10|A topic|<b>boats<\/b> &amp;/)
})

test('once a day: the recaps of a day in one mail, at seven where the person is', async () => {
  await wish(keys.bo, { recaps: 'daily', time_zone: 'America/New_York' })
  await recap('r_10')
  world.advance({ hours: 3 })
  await recap('r_11', { started_at: '2026-01-05T08:00:00.000Z' })
  // 11:59 UTC is 6:59 in New York.
  world.advance({ hours: 20, minutes: 59 })
  await minute()
  assert.deepEqual(receivers(), [])
  world.advance({ minutes: 1 })
  await minute()
  const [mail] = server.mails.splice(0) as [(typeof server.mails)[number]]
  assert.match(mail.text, /^Subject: Recaps of 2 meetings$/m)
  assert.ok(mail.text.indexOf('Boats r_11') < mail.text.indexOf('Boats r_10'), 'in the order of the meetings')
  world.advance({ days: 1 })
  await minute()
  assert.deepEqual(receivers(), [], 'a day without recaps has no mail')
})

test('what the person may not read when it is sent is left out; a deactivated person gets nothing', async () => {
  await wish(keys.bo, { recaps: 'daily' })
  await wish(keys.adaRegular, { recaps: 'daily' })
  await recap('r_10')
  await recap('r_11', { title: 'Deleted' })
  const { db } = world
  await db.deleteFrom('event_attendees').where('email', '=', 'bo@acme.test').execute()
  await db.deleteFrom('recordings').where('id', '=', 'r_11').execute()
  world.advance({ days: 1 })
  await minute()
  const texts = server.mails.map(({ to, text }) => [to, /Deleted|r_11/.test(text)])
  assert.deepEqual(texts, [[['ada@acme.test'], false]])
  server.mails.length = 0
  await recap('r_12')
  await db.updateTable('users').set({ active: false }).where('id', '=', 'u_ada').execute()
  world.advance({ days: 1 })
  await minute()
  assert.deepEqual(receivers(), [])
})

test('a mail server that is away is tried again, and a recap comes once, whatever is published or shared later', async () => {
  await wish(keys.bo, { recaps: 'at_once' })
  await recap('r_10')
  server.state.refuses = true
  await assert.rejects(minute(), /Try again later/)
  server.state.refuses = false
  await sql`update pgboss.job set state = 'retry' where name = 'send-recap-mail'`.execute(world.db)
  await minute()
  assert.deepEqual(receivers(), ['Bo@acme.test'])
  const published = await world.post('/api/v1/recording/r_10/publish', keys.adaRegular, { channel_id: 'ch_eng' })
  assert.equal(published.status, 200, published.text)
  const shared = await world.post('/api/v1/recording/r_10/share', keys.adaRegular, { user: 'u_bo' })
  assert.equal(shared.status, 200, shared.text)
  await minute()
  assert.deepEqual(receivers(), [])
})

test('what a mail left out is mailed when it is shared with the person later', async () => {
  await wish(keys.bo, { recaps: 'at_once' })
  const active = (active: boolean) => world.db.updateTable('users').set({ active }).where('id', '=', 'u_bo').execute()
  await recap('r_10')
  await world.db.deleteFrom('event_attendees').where('email', '=', 'bo@acme.test').execute()
  await minute()
  assert.deepEqual(receivers(), [])
  const share = (id: string) => world.post(`/api/v1/recording/${id}/share`, keys.adaRegular, { user: 'u_bo' })
  assert.equal((await share('r_10')).status, 200)
  await active(false)
  await minute()
  assert.deepEqual(receivers(), [])
  await active(true)
  assert.equal((await world.delete('/api/v1/recording/r_10/share/u_bo', keys.adaRegular)).status, 200)
  assert.equal((await share('r_10')).status, 200)
  await minute()
  assert.deepEqual(receivers(), ['Bo@acme.test'])
})

/** Queues so many new recaps for Bo, `<name>_1` and so on. */
async function queueMany(name: string, count: number) {
  const rows = `select '${name}_' || number as id, number from generate_series(1, ${count}) number`
  await sql
    .raw(`insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at, ai_notes)
    select 'ws_acme', id, 'n_1', 'Many ' || number, 'many', timestamptz '2026-01-09' + number * interval '1 second',
      '2026-01-10', '{"markdown":"","sections":[]}' from (${rows}) many`)
    .execute(world.db)
  const recaps = Array.from({ length: count }, (_, index) => ({ recordingId: `${name}_${index + 1}` }))
  await world.db.transaction().execute((tx) => queueRecapMails(tx, world.base.clock(), 'ws_acme', recaps))
}

test('a mail has at most 50 recaps, and says how many more there are', async () => {
  await wish(keys.bo, { recaps: 'at_once' })
  const mails: unknown[] = []
  for (const count of [49, 50, 51]) {
    await queueMany(`r_${count}`, count)
    await minute()
    const [mail] = server.mails.splice(0) as [(typeof server.mails)[number]]
    const plain = mail.text.slice(0, mail.text.indexOf('Content-Type: text/html'))
    const [, subject] = /^Subject: (.*)$/m.exec(plain)!
    mails.push([
      subject,
      plain.match(/^Many \d+$/gm)!.length,
      /^1 more: https:\/\/minutebook\.test\/recordings$/m.test(plain),
    ])
  }
  assert.deepEqual(mails, [
    ['Recaps of 49 meetings', 49, false],
    ['Recaps of 50 meetings', 50, false],
    ['Recaps of 51 meetings', 50, true],
  ])
})

test('an import announces more recaps at once than a statement has parameters', async () => {
  await wish(keys.bo, { recaps: 'daily' })
  await queueMany('r_many', 20_000)
  const { rows: queued } = await sql<{
    count: number
  }>`select count(*)::integer from recap_mails where due_at is not null`.execute(world.db)
  assert.equal(queued[0]!.count, 20_000)
})

test('a recap that is shared with a person is mailed to them, with who shared it', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_eve', email: 'eve@acme.test', full_name: 'Eve Ito', notifications: { recaps: 'at_once' } }],
  })
  await recap('r_10')
  await minute()
  assert.deepEqual(receivers(), [])
  await world.post('/api/v1/recording/r_10/share', keys.adaRegular, { user: 'u_eve' })
  await minute()
  const [mail] = server.mails as [(typeof server.mails)[number]]
  assert.deepEqual(mail.to, ['eve@acme.test'])
  assert.match(mail.text, /^Subject: Ada Moreau shared a recap with you: Boats r_10$/m)
})

test('a note that is shared with a person is mailed as recaps are: at once, of a day with the recaps, or not', async () => {
  const users = (recaps: string) => [
    { id: 'u_eve', email: 'eve@acme.test', full_name: 'Eve Ito', notifications: { recaps } },
  ]
  const acmeWith = (recaps: string) =>
    world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users: users(recaps) })
  const note = '/api/v1/note/n_1'
  const share = () => world.post(`${note}/share`, keys.adaRegular, { user: 'u_eve' })
  await acmeWith('none')
  await share()
  await minute()
  assert.deepEqual(receivers(), [])
  await world.delete(`${note}/share/u_eve`, keys.adaRegular)

  await acmeWith('at_once')
  await share()
  await world.post(`${note}/share`, keys.adaRegular, { user: 'u_eve', can_edit: true })
  await minute()
  const [mail, ...more] = server.mails.splice(0) as [(typeof server.mails)[number]]
  assert.deepEqual([mail.to, more], [['eve@acme.test'], []])
  const { title } = (await world.get(note, keys.adaRegular)).body.note
  assert.match(mail.text, new RegExp(`^Subject: Ada Moreau shared a note with you: ${title}$`, 'm'))
  assert.match(mail.text, /^https:\/\/minutebook\.test\/note\/n_1$/m)
  assert.match(mail.text, /Open the note/)

  await sql`delete from recap_mails`.execute(world.db)
  await world.delete(`${note}/share/u_eve`, keys.adaRegular)
  await acmeWith('daily')
  await share()
  await recap('r_10')
  await world.post('/api/v1/recording/r_10/share', keys.adaRegular, { user: 'u_eve' })
  await minute()
  assert.deepEqual(receivers(), [])
  world.advance({ days: 1 })
  await minute()
  assert.match(server.mails.splice(0)[0]!.text, /^Subject: 2 recaps and notes$/m)

  await sql`delete from recap_mails`.execute(world.db)
  await world.delete(`${note}/share/u_eve`, keys.adaRegular)
  await share()
  await world.delete(`${note}/share/u_eve`, keys.adaRegular)
  world.advance({ days: 1 })
  await minute()
  assert.deepEqual(receivers(), [], 'what they may not read when it is sent is left out')
})

test('a name of a person is one line of a mail, and is cut short', async () => {
  await wish(keys.bo, { recaps: 'at_once' })
  const full_name = `Eve\r\nPS: pay at once ${'x'.repeat(200)}`
  await world.db.updateTable('users').set({ full_name }).where('id', '=', 'u_ada').execute()
  await recap('r_10')
  await sql`update recap_mails set shared_by = 'u_ada'`.execute(world.db)
  await minute()
  assert.match(server.mails[0]!.text, /^Eve PS: pay at once x{79}… shared it with you\.$/m)
})

test('the link of a mail ends the mails of that person without a session, and does nothing else', async () => {
  await wish(keys.bo, { recaps: 'at_once' })
  await recap('r_10')
  await minute()
  const [, link] = /List-Unsubscribe:\s+<([^>]+)>/.exec(server.mails[0]!.text)!
  const { pathname, search, searchParams } = new URL(link!)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [name, value] of [
    ['person', 'u_ada'],
    ['workspace', 'ws_zeta'],
    ['token', ''],
  ] as const) {
    const other = new URLSearchParams(searchParams)
    other.set(name, value)
    assert.equal((await world.request('POST', `${pathname}?${other}`)).status, 400, name)
  }
  assert.equal((await world.request('POST', pathname)).status, 400)
  assert.equal((await world.get(path, keys.bo)).body.notifications.recaps, 'at_once')
  for (const _ of [1, 2]) {
    const answer = await world.request('POST', pathname + search, { body: 'List-Unsubscribe=One-Click', headers: form })
    assert.equal(answer.status, 204, answer.text)
  }
  assert.equal((await world.get(path, keys.bo)).body.notifications.recaps, 'none')
  const rows = await world.db.selectFrom('audit_log').select(['user_id', 'details']).orderBy('at').execute()
  assert.equal(rows.filter(({ details }) => (details as { by?: string }).by === 'mail').length, 1)
})

test('who never chose stops what is sent to them, by the link of such a mail or by choosing none', async () => {
  await wish(keys.bo, { time_zone: 'Europe/Berlin' })
  await recap('r_10')
  assert.equal((await mail(keys.adaRegular)).body.sent.length, 1, 'a time zone alone chooses nothing')
  await minute()
  const [, link] = /List-Unsubscribe:\s+<([^>]+)>/.exec(server.mails[0]!.text)!
  const { pathname, search } = new URL(link!)
  const leftOut = async (id: string) => {
    await recap(id)
    return (await mail(keys.adaRegular, id)).body.left_out.map(({ reason }: { reason: string }) => reason)
  }
  for (const [id, stop] of [
    ['r_11', () => world.request('POST', pathname + search)],
    ['r_12', () => wish(keys.bo, { recaps: 'none' })],
  ] as const) {
    await world.db.deleteFrom('recap_mail_wishes').execute()
    await stop()
    server.mails.length = 0
    assert.deepEqual(await leftOut(id), ['no_account'], id)
    await minute()
    assert.deepEqual(receivers(), [], id)
  }
  await world.delete('/api/v1/user/u_bo', keys.ada)
  await world.settle()
  assert.equal((await world.request('POST', pathname + search)).status, 204)
  assert.deepEqual(await world.db.selectFrom('recap_mail_wishes').select('user_id').execute(), [], 'of who is erased')
})

test('an erasure takes the wish along', async () => {
  await wish(keys.bo, { recaps: 'daily' })
  await recap('r_10')
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  for (const table of ['recap_mail_wishes', 'recap_mails'] as const) {
    assert.deepEqual(await world.db.selectFrom(table).select('user_id').execute(), [], table)
  }
})

test('without a mail server nobody can ask for mails, and it is said', async () => {
  await using bare = await openWorld()
  await bare.load(...acme())
  assert.equal((await bare.get(path, keys.bo)).body.notifications.mail, false)
  const { status, text } = await bare.patch(path, keys.bo, { recaps: 'daily' })
  assert.deepEqual([status, JSON.parse(text).detail], [422, 'E-mail is not set up here'])
  assert.equal((await bare.patch(path, keys.bo, { recaps: 'none' })).status, 200)
})

const mail = (key: string, id = 'r_10') => world.post(`/api/v1/recording/${id}/mail`, key, {})

test('a recap is mailed to who attended, once, and it is said to whom and to whom not', async () => {
  await recap('r_10')
  const bo = { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist' }
  const left_out = [{ email: 'guest@elsewhere.test', reason: 'no_account' }]
  const first = await mail(keys.adaRegular)
  assert.deepEqual([first.status, first.body], [200, { sent: [bo], already: [], left_out, sent_outside: [] }])
  await minute()
  const [sent] = server.mails
  assert.match(sent!.text, /Ada Moreau shared it with you/)
  assert.deepEqual(receivers(), ['Bo@acme.test'])
  assert.deepEqual((await mail(keys.adaRegular)).body, { sent: [], already: [bo], left_out, sent_outside: [] })
  await minute()
  assert.deepEqual(receivers(), [])
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  assert.deepEqual(
    data.map(({ action, user_id, details }: { action: string; user_id: string; details: object }) => [
      action,
      user_id,
      details,
    ]),
    [['recording.mail', 'u_ada', { recording_id: 'r_10', user_ids: ['u_bo'], outsiders: 0 }]],
  )
})

test('a recap goes to those who are chosen, and a preview sends nothing; answers go to who sent it', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_eve', email: 'guest@elsewhere.test', full_name: 'Eve Ito' }],
  })
  await recap('r_10')
  const send = async (body: object) => world.post('/api/v1/recording/r_10/mail', keys.adaRegular, body)
  const idsOf = (people: { id: string }[]) => people.map(({ id }) => id).sort()
  const preview = (await send({ preview: true })).body
  assert.deepEqual([idsOf(preview.sent), preview.already], [['u_bo', 'u_eve'], []])
  await minute()
  assert.deepEqual(receivers(), [])
  for (const to of [
    ['u_bo', 'u_zoe'],
    ['u_bo', 'u_ada'],
    ['u_bo', 'nobody'],
  ]) {
    const { status, body } = await send({ to })
    assert.deepEqual([status, body.errors[0].location], [400, 'body.to[1]'])
  }
  assert.deepEqual(idsOf((await send({ to: ['u_eve'] })).body.sent), ['u_eve'])
  await minute()
  assert.match(server.mails[0]!.text, /^Reply-To: ada@acme\.test$/im)
  assert.deepEqual(receivers(), ['guest@elsewhere.test'])
  const after = (await send({ preview: true })).body
  assert.deepEqual([idsOf(after.sent), idsOf(after.already)], [['u_bo'], ['u_eve']])
})

test('one person sends at most 20 recaps an hour; previews are not counted', async () => {
  await recap('r_10')
  for (let sent = 0; sent < sendLimit.max; sent++) {
    assert.equal((await mail(keys.adaRegular)).status, 200, `${sent}`)
    await world.post('/api/v1/recording/r_10/mail', keys.adaRegular, { preview: true })
  }
  const { status, headers } = await mail(keys.adaRegular)
  assert.deepEqual([status, headers['retry-after']], [429, '3600'])
  assert.equal((await mail(keys.bo)).status, 200)
  assert.equal((await world.post('/api/v1/recording/r_10/mail', keys.adaRegular, { preview: true })).status, 200)
  world.advance({ hours: 1 })
  assert.equal((await mail(keys.adaRegular)).status, 200)
})

test('two who send it at once send one mail, and who stopped these mails gets none', async () => {
  await recap('r_10')
  const answers = await Promise.all([mail(keys.adaRegular), mail(keys.adaRegular)])
  assert.deepEqual(answers.map(({ body }) => body.sent.length).sort(), [0, 1])
  await minute()
  assert.deepEqual(receivers(), ['Bo@acme.test'])
  await recap('r_11')
  await wish(keys.bo, { recaps: 'daily' })
  await wish(keys.bo, { recaps: 'none' })
  const ids = (people: { id: string }[]) => people.map(({ id }) => id)
  const first = (await mail(keys.adaRegular, 'r_11')).body
  await minute()
  assert.deepEqual(receivers(), [])
  const second = (await mail(keys.adaRegular, 'r_11')).body
  const guest = { email: 'guest@elsewhere.test', reason: 'no_account' }
  assert.deepEqual([ids(first.sent), first.left_out], [['u_bo'], [guest]], 'it is not told')
  assert.deepEqual([ids(second.sent), ids(second.already)], [[], ['u_bo']], 'nor by sending again')
})

test('a recap is mailed by who may edit it, where there are notes and a mail server', async () => {
  await recap('r_10')
  await recap('r_12', { ai_notes: null })
  assert.equal((await mail(keys.zoe)).status, 404)
  assert.match((await mail(keys.adaRegular, 'r_12')).text, /has no AI notes yet/)
  const reader = { id: 'u_dee', email: 'dee@acme.test', full_name: 'Dee', admin: false, active: true }
  const secret = 'mb_dee_0123456789'
  await world.load({
    ...{ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users: [reader] },
    ...{
      api_keys: [{ id: 'k_dee', user: 'u_dee', name: 'x', secret }],
      channels: [{ id: 'ch_eng', title: 'Engineering', members: ['u_ada', 'u_bo', 'u_dee'] }],
    },
  })
  assert.deepEqual((await mail(secret, 'r_1')).status, 403)
  await using without = await openWorld()
  await without.empty()
  await without.load(...acme())
  const answer = await without.post('/api/v1/recording/r_1/mail', keys.adaRegular, {})
  assert.deepEqual([answer.status, answer.text.includes('E-mail is not set up here')], [422, true])
})

test('what is looked at before is what is sent: with own words, and without parts', async () => {
  await recap('r_10')
  const given = { message: ' Read the *boats*,\nplease <b>now</b>. ', leave_out: ['decisions'] }
  const send = (body: object) => world.post('/api/v1/recording/r_10/mail', keys.adaRegular, body)
  const preview = (await send({ ...given, preview: true })).body
  const { body } = await send(given)
  assert.equal(body.mail, undefined)
  await world.settle()
  const [{ text }] = server.mails.splice(0) as [(typeof server.mails)[number]]
  const plain = text.slice(text.indexOf('Content-Type: text/plain'), text.indexOf('Content-Type: text/html'))
  assert.ok(plain.replaceAll('=20\n', ' \n').includes(preview.mail.text.trim()), plain)
  assert.match(preview.mail.text, /\n\nRead the \*boats\*,\nplease <b>now<\/b>\.\n\nSUMMARY\n/)
  assert.match(preview.mail.subject, /^Ada Moreau shared a recap with you: Boats r_10$/)
  assert.match(text, /please &lt;b&gt;now&lt;\/b&gt;/)
  for (const each of [plain, preview.mail.text]) assert.doesNotMatch(each, /Decision 1/)
  assert.match(plain, /Order oars/)
  for (const [message, status] of [
    ['x'.repeat(2_000), 200],
    ['x'.repeat(2_001), 400],
  ] as const)
    assert.equal((await send({ preview: true, message })).status, status)
  assert.equal((await send({ preview: true, leave_out: ['other'] })).status, 400)
})

test('outsiders get it when who attends names them, where the workspace shares with them; without links', async () => {
  await recap('r_10')
  const [guest] = ['guest@elsewhere.test']
  const send = (body: object, key = keys.adaRegular) => world.post('/api/v1/recording/r_10/mail', key, body)
  assert.deepEqual((await send({ preview: true })).body.sent_outside, [])
  const refused = await send({ outsiders: [guest] })
  assert.deepEqual(
    [refused.status, refused.body.message],
    [409, 'Sharing with outsiders is switched off in this workspace'],
  )
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  const preview = (await send({ preview: true })).body
  assert.deepEqual([preview.sent_outside, preview.left_out], [[guest], []])
  const unknown = await send({ outsiders: [guest, 'bo@acme.test'] })
  assert.deepEqual([unknown.status, unknown.body.errors[0].location], [400, 'body.outsiders[1]'])
  const editor = { id: 'u_eve', email: 'eve@acme.test', full_name: 'Eve Ito' }
  const api_keys = [{ id: 'k_eve', user: 'u_eve', name: 'x', secret: 'mb_eve_0123456789' }]
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users: [editor], api_keys })
  await world.post('/api/v1/note/n_1/share', keys.adaRegular, { user: 'u_eve', can_edit: true })
  await world.post('/api/v1/recording/r_10/share', keys.adaRegular, { user: 'u_eve' })
  assert.equal((await send({ preview: true }, 'mb_eve_0123456789')).body.sent_outside.length, 0)
  assert.equal(
    (await send({ to: [], outsiders: [guest] }, 'mb_eve_0123456789')).status,
    403,
    'an editor may not share it',
  )
  await world.patch('/api/v1/me', keys.adaRegular, { language: 'fr' })
  const { body } = await send({ to: [], outsiders: ['Guest@elsewhere.test'], message: 'Bonjour' })
  assert.deepEqual([body.sent, body.sent_outside], [[], [guest]])
  await world.settle()
  const [mail] = server.mails as [(typeof server.mails)[number]]
  assert.match(mail.text, /Bonjour\n\nRÉSUMÉ\nWe sell/)
  assert.match(mail.text, /une seule fois, à la demande de Ada Moreau/)
  assert.match(mail.text, /^Reply-To: ada@acme\.test$/im)
  assert.doesNotMatch(mail.text, /minutebook\.test\/|unsubscribe/i)
  assert.deepEqual(receivers(), [guest])
  const again = (await send({ to: [], outsiders: [guest] })).body
  assert.deepEqual([again.sent_outside, again.left_out], [[], []], 'once')
  const ordered = async (id: string) => {
    await recap(id)
    const answer = await world.post(`/api/v1/recording/${id}/mail`, keys.adaRegular, { to: [], outsiders: [guest] })
    assert.deepEqual(answer.body.sent_outside, [guest])
  }
  await ordered('r_11')
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: false })
  await world.settle()
  assert.deepEqual(receivers(), [], 'switched off meanwhile')
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  await ordered('r_13')
  const setAttendees = (emails: object[]) =>
    world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', events: [{ ...theEvent(), attendees: emails }] })
  const before = theEvent().attendees
  await setAttendees([{ email: 'bo@acme.test' }, { email: guest }])
  await world.settle()
  assert.deepEqual(receivers(), [], 'Ada attends it no longer')
  await setAttendees(before)
  await ordered('r_14')
  await setAttendees(before.filter(({ email }) => email !== guest))
  await world.settle()
  assert.deepEqual(receivers(), [], 'the guest is not invited any more')
  await setAttendees(before)
  const counted = world.db.updateTable('sign_in_counts').set({ used: 100 }).where('what', '=', 'outside ws_acme u_ada')
  await counted.execute()
  await recap('r_15')
  const full = await world.post('/api/v1/recording/r_15/mail', keys.adaRegular, { to: [], outsiders: [guest] })
  assert.deepEqual([full.status, full.body.code], [429, 'rate_limited'])
})

test('who is deactivated is no outsider: their address cannot be chosen, and gets nothing that was ordered before', async () => {
  const guest = 'guest@elsewhere.test'
  await world.patch('/api/v1/workspace', keys.ada, { outside_links: true })
  const send = (id: string, body: object) => world.post(`/api/v1/recording/${id}/mail`, keys.adaRegular, body)
  await recap('r_10')
  assert.deepEqual((await send('r_10', { to: [], outsiders: [guest] })).body.sent_outside, [guest])
  const users = [{ id: 'u_eve', email: guest, full_name: 'Eve Ito', active: false }]
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users })
  await world.settle()
  assert.deepEqual(receivers(), [])
  await recap('r_11')
  const { sent_outside, left_out } = (await send('r_11', { preview: true })).body
  assert.deepEqual([sent_outside, left_out], [[], []])
  assert.equal((await send('r_11', { to: [], outsiders: [guest] })).status, 400)
})
