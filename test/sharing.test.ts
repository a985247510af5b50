/** Sharing notes, recordings and series with people, and publishing in channels (spec 2.1; decisions 17 on sight, 29d). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keys, sharingWorld } from './support/sharing-world.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...sharingWorld())
})
after(() => world[Symbol.asyncDispose]())

const share = (thing: string, key: string, body: object) => world.post(`/api/v1/${thing}/share`, key, body)
const unshare = (thing: string, key: string, user: string) => world.delete(`/api/v1/${thing}/share/${user}`, key)
const publish = (thing: string, key: string, channel_id: string) =>
  world.post(`/api/v1/${thing}/publish`, key, { channel_id })
const unpublish = (thing: string, key: string, channel: string) =>
  world.delete(`/api/v1/${thing}/publish/${channel}`, key)
const sees = async (key: string) => {
  const found = await Promise.all(
    ['note/n_1', 'note/n_2', 'recording/r_1', 'recording/r_2'].map(async (thing) => {
      return (await world.get(`/api/v1/${thing}`, key)).status === 200 ? [thing.split('/')[1]!] : []
    }),
  )
  return found.flat()
}
const refusal = ({ status, body }: Answer) => [status, body.message]
const person = (id: string) => ({ id: `u_${id}`, email: `${id}@doors.test`, full_name: id })

const things = [
  { thing: 'note/n_1', label: 'Note', opens: ['n_1'] },
  { thing: 'recording/r_1', label: 'Recording', opens: ['r_1'] },
  { thing: 'series/se_w', label: 'Series', opens: ['n_1', 'r_1'], bensOpens: ['n_1', 'n_2', 'r_1', 'r_2'] },
]

for (const { thing, label, opens, bensOpens = opens } of things) {
  const kind = label.toLowerCase()

  test(`29d: a shared ${kind} is visible from the next read on, and no longer after the share is removed`, async () => {
    assert.deepEqual(await sees(keys.cat), [])
    const first = { user: person('cat'), by: 'u_ann', can_edit: false }
    const shared = await share(thing, keys.ann, { user: 'CAT@doors.test' })
    assert.deepEqual([shared.status, shared.body], [200, { shares: [first] }])
    assert.deepEqual(await sees(keys.cat), opens)
    const second = { user: person('dan'), by: 'u_ben', can_edit: true }
    const more = await share(thing, keys.ben, { user: 'u_dan', can_edit: true })
    assert.deepEqual(more.body, { shares: [first, second] })
    assert.deepEqual((await unshare(thing, keys.ben, 'u_cat')).body, { shares: [second] })
    assert.deepEqual([await sees(keys.cat), await sees(keys.dan)], [[], bensOpens])
  })

  test(`29d: sharing a ${kind} again with another can_edit changes the right; without can_edit it stays`, async () => {
    const rights = async (key: string, body: object) => {
      const { shares } = (await share(thing, key, { user: 'u_cat', ...body })).body
      assert.equal(shares.length, 1)
      return [shares[0].by, shares[0].can_edit]
    }
    assert.deepEqual(await rights(keys.ann, { can_edit: true }), ['u_ann', true])
    assert.deepEqual(await rights(keys.ben, {}), ['u_ben', true])
    assert.deepEqual(await rights(keys.ben, { can_edit: null }), ['u_ben', true])
    assert.deepEqual(await rights(keys.ann, { can_edit: false }), ['u_ann', false])
  })

  test(`29d: the receiver of a ${kind} may leave, but not share it or remove others`, async () => {
    await share(thing, keys.ann, { user: 'u_cat', can_edit: true })
    await share(thing, keys.ann, { user: 'u_dan' })
    const forbidden = [403, `Only its attendees may share or publish this ${kind}`]
    assert.deepEqual(refusal(await share(thing, keys.cat, { user: 'u_eve' })), forbidden)
    assert.deepEqual(refusal(await share(thing, keys.cat, { user: 'nobody' })), forbidden)
    assert.deepEqual(refusal(await unshare(thing, keys.cat, 'u_dan')), forbidden)
    assert.deepEqual(refusal(await unshare(thing, keys.cat, 'u_none')), forbidden)
    const left = await unshare(thing, keys.cat, 'u_cat')
    assert.deepEqual([left.status, left.body], [200, { shares: [] }], 'who else has it is not theirs to know')
    assert.deepEqual([await sees(keys.cat), await sees(keys.dan)], [[], opens])
    assert.deepEqual(refusal(await unshare(thing, keys.cat, 'u_cat')), [404, `${label} not found`])
  })

  test(`29d: an invisible ${kind} is a 404; a super admin sees it and writes only what its owner may`, async () => {
    const missing = [404, `${label} not found`]
    for (const key of [keys.eve, keys.zoe]) {
      assert.deepEqual(refusal(await share(thing, key, { user: 'u_cat' })), missing)
      assert.deepEqual(refusal(await unshare(thing, key, 'u_cat')), missing)
    }
    const place = thing.split('/')[0]
    for (const id of ['none', '%00', 'x'.repeat(500)]) {
      assert.deepEqual(refusal(await share(`${place}/${id}`, keys.ann, { user: 'u_cat' })), missing)
    }
    assert.equal((await share(thing, keys.root, { user: 'u_cat' })).status, 403)
    const as = { headers: { 'x-on-behalf-of': 'u_ann' } }
    const inPlace = await world.post(`/api/v1/${thing}/share`, keys.root, { user: 'u_cat' }, as)
    assert.equal(inPlace.body.shares[0].by, 'u_ann')
  })

  test(`29d: a ${kind} is shared with accounts of the workspace, and only an existing share can be removed`, async () => {
    for (const user of ['u_none', 'zoe@zeta.test', 'u_zoe']) {
      assert.deepEqual(refusal(await share(thing, keys.ann, { user })), [404, 'User not found in workspace'], user)
    }
    for (const body of [
      {},
      { user: null },
      { user: 1 },
      { user: '' },
      { user: 'x'.repeat(2_000) },
      { user: 'u_cat', can_edit: 'yes' },
    ]) {
      assert.equal((await share(thing, keys.ann, body)).status, 400, JSON.stringify(body))
    }
    for (const user of ['u_cat', 'u_none', '%00']) {
      assert.deepEqual(refusal(await unshare(thing, keys.ann, user)), [404, 'Share not found'])
    }
  })
}

for (const { thing } of things) {
  test(`17: nobody can share ${thing} with themself, however they are named`, async () => {
    const message = 'body.user must be another person: nobody shares with themself'
    for (const user of ['u_ann', 'ann@doors.test', 'ANN@Doors.test']) {
      assert.deepEqual(refusal(await share(thing, keys.ann, { user, can_edit: true })), [400, message])
      const as = { headers: { 'x-on-behalf-of': 'Ann@doors.test' } }
      assert.deepEqual(refusal(await world.post(`/api/v1/${thing}/share`, keys.root, { user }, as)), [400, message])
    }
    assert.deepEqual((await world.get(`/api/v1/${thing}/sharing`, keys.ann)).body.shares, [])
  })

  test(`29d: attendees see all shares of ${thing}, others only those that concern them`, async () => {
    const sharing = async (key: string, headers = {}) => world.get(`/api/v1/${thing}/sharing`, key, { headers })
    const isSeries = thing.startsWith('series')
    const cat = { user: person('cat'), by: 'u_ann', can_edit: true }
    const eve = { user: person('eve'), by: 'u_ben', can_edit: false }
    await share(thing, keys.ann, { user: 'u_cat', can_edit: true })
    await share(thing, keys.ben, { user: 'u_eve' })
    for (const channel of isSeries ? [] : ['ch_open', 'ch_shut']) await publish(thing, keys.ann, channel)
    const open = { channel: { id: 'ch_open', title: 'Open', private: false }, by: 'u_ann' }
    const shut = { channel: { id: 'ch_shut', title: 'Shut', private: true }, by: 'u_ann' }
    const [publications, all] = isSeries ? [[], []] : [[open], [open, shut]]
    const attendee = { may_edit: !isSeries, may_share: true }
    const none = { may_edit: false, may_share: false }
    const expected: [string, object[], object[], object][] = [
      ['ann', [cat, eve], all, attendee],
      ['ben', [cat, eve], publications, attendee],
      // A share of a recording shows it, and only its note's editors correct it.
      ['cat', [cat], publications, { may_edit: thing.startsWith('note'), may_share: false }],
      ['eve', [eve], publications, none],
      ['root', [cat, eve], all, none],
    ]
    for (const [name, shares, publications, rights] of expected) {
      const answer = await sharing(keys[name as keyof typeof keys])
      assert.deepEqual([answer.status, answer.body], [200, { shares, publications, ...rights }], name)
    }
    const dan = await sharing(keys.dan)
    assert.deepEqual(isSeries ? dan.status : dan.body, isSeries ? 404 : { shares: [], publications: all, ...none })
    assert.deepEqual((await sharing(keys.root, { 'x-on-behalf-of': 'u_cat' })).body.shares, [cat])
    assert.equal((await sharing(keys.root, { 'x-on-behalf-of': 'u_root' })).status, 404, 'as a person they see nothing')
    assert.equal((await sharing(keys.zoe)).status, 404)
    for (const id of ['none', '%00', 'x'.repeat(500)]) {
      assert.equal((await world.get(`/api/v1/${thing.split('/')[0]}/${id}/sharing`, keys.root)).status, 404)
    }
  })
}

test('17: a share whose maker no longer attends gives no access and shows nothing, until an attendee shares again', async () => {
  const invite = (...emails: string[]) => {
    const [doors] = sharingWorld() as { events: { attendees: object[] }[] }[]
    doors!.events[0]!.attendees = emails.map((email) => ({ email }))
    return world.load({ ...doors, notes: [], recordings: [], series: [] })
  }
  await share('note/n_1', keys.ann, { user: 'u_cat' })
  await invite('ben@doors.test')
  assert.deepEqual(await sees(keys.cat), [])
  assert.deepEqual((await share('note/n_1', keys.ben, { user: 'u_dan' })).body.shares.length, 1)
  assert.equal((await share('note/n_1', keys.ben, { user: 'u_cat' })).body.shares[0].by, 'u_ben')
  assert.deepEqual(await sees(keys.cat), ['n_1'])
})

test('17: an invalid share passes no edit right to the share that replaces it', async () => {
  const [doors] = sharingWorld() as { events: { attendees: object[] }[] }[]
  doors!.events[0]!.attendees = [{ email: 'ben@doors.test' }]
  await share('note/n_1', keys.ann, { user: 'u_cat', can_edit: true })
  await world.load({ ...doors, notes: [], recordings: [], series: [] })
  assert.deepEqual((await world.get('/api/v1/note/n_1/sharing', keys.ben)).body.shares, [])
  assert.deepEqual((await share('note/n_1', keys.ben, { user: 'u_cat' })).body.shares, [
    { user: person('cat'), by: 'u_ben', can_edit: false },
  ])
  assert.equal((await world.patch('/api/v1/note/n_1', keys.cat, { title: 'Mine' })).status, 403)
})

test('29d: an attendee of any event of a series may share the series', async () => {
  assert.equal((await share('series/se_w', keys.ben, { user: 'u_cat' })).status, 200)
  assert.equal((await share('note/n_2', keys.ann, { user: 'u_cat' })).status, 404, 'of one note only its own')
})

test('29d: the channel’s members see a published object at once, and where it is published', async () => {
  const open = { channel: { id: 'ch_open', title: 'Open', private: false }, by: 'u_ann' }
  const shut = { channel: { id: 'ch_shut', title: 'Shut', private: true }, by: 'u_ann' }
  for (const [thing, opens] of [
    ['note/n_1', 'n_1'],
    ['recording/r_1', 'r_1'],
  ] as const) {
    const first = await publish(thing, keys.ann, 'ch_open')
    assert.deepEqual([first.status, first.body], [200, { publications: [open] }])
    assert.deepEqual((await publish(thing, keys.ann, 'ch_shut')).body, { publications: [open, shut] })
    assert((await sees(keys.cat)).includes(opens) && (await sees(keys.dan)).includes(opens))
    const list = await world.post(`/api/v1/${thing.split('/')[0]}s`, keys.dan, { filters: { channel_id: 'ch_shut' } })
    assert.deepEqual(
      list.body.data.map(({ id }: { id: string }) => id),
      [opens],
    )
    await world.post('/api/v1/channel/ch_open/members', keys.ben, { user: 'u_ben' })
    assert.deepEqual((await publish(thing, keys.ben, 'ch_open')).body, { publications: [open] }, 'not the private one')
    assert.deepEqual((await unpublish(thing, keys.ann, 'ch_open')).body, { publications: [shut] })
    assert(!(await sees(keys.cat)).includes(opens) && (await sees(keys.dan)).includes(opens))
  }
})

test('29d: only an attendee who is a member of the channel can publish', async () => {
  await share('note/n_1', keys.ann, { user: 'u_dan', can_edit: true })
  const attending = [403, 'Only its attendees may share or publish this note']
  const [outside, unknown] = [
    [403, 'You are not a member of this channel'],
    [404, 'Channel not found'],
  ]
  for (const act of [publish, unpublish]) {
    assert.deepEqual(refusal(await act('note/n_1', keys.eve, 'ch_open')), [404, 'Note not found'])
    assert.deepEqual(refusal(await act('note/n_1', keys.dan, 'ch_shut')), attending)
    assert.deepEqual(refusal(await act('note/n_1', keys.dan, 'ch_none')), attending)
    assert.deepEqual(refusal(await act('note/n_1', keys.root, 'ch_open')), attending)
    assert.deepEqual(refusal(await act('note/n_1', keys.ben, 'ch_open')), outside)
    for (const channel of ['ch_shut', 'ch_none', 'ch_zeta', 'x'.repeat(64)]) {
      assert.deepEqual(refusal(await act('note/n_1', keys.ben, channel)), unknown)
    }
  }
  assert.deepEqual(refusal(await unpublish('note/n_1', keys.ann, '%00')), unknown)
  assert.deepEqual(refusal(await unpublish('note/n_1', keys.ann, 'ch_open')), [404, 'Publication not found'])
  for (const body of [{}, { channel_id: null }, { channel_id: 1 }]) {
    assert.equal((await world.post('/api/v1/note/n_1/publish', keys.ann, body)).status, 400)
  }
  assert.equal((await publish('note/n_ann', keys.ann, 'ch_open')).status, 200, 'without an event its creator may')
})
