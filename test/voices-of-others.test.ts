/** Nobody has another person's voice (decision 62): hostile ways to it, the words of others, and contests. */
// In a third of the runs: it records with many voices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keys } from './support/acme.ts'
import { openVoiceWorld, type Said } from './support/voice-world.ts'

const meeting = (guid: string, emails: string[]) => ({
  guid,
  title: guid,
  start: '2026-01-09T09:00:00Z',
  end: '2026-01-09T09:30:00Z',
  attendees: emails.map((email) => ({ email, name: '' })),
})

/** Voices: Ada's is 1, Bo's is 2, Cara's is 3. */
async function openMeetings() {
  const it = await openVoiceWorld()
  await it.world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_cara', email: 'cara@acme.test', full_name: 'Cara Diaz' }],
    api_keys: [{ id: 'k_cara', user: 'u_cara', name: 'c', secret: cara }],
    events: [
      meeting('pair', ['ada@acme.test', 'bo@acme.test']),
      meeting('three', ['ada@acme.test', 'bo@acme.test', 'cara@acme.test']),
    ],
  })
  await it.switchTo(true)
  return it
}

const cara = 'mb_cara_0123456789'
const said = (speaker: string, voice: number): Said => ({ speaker, voice, seconds: 8 })
const [one, two, three] = [said('Speaker 1', 1), said('Speaker 2', 2), said('Speaker 3', 3)]
const pair = { event_guid: 'pair' }
const all = { event_guid: 'three' }
const names = (people: { full_name: string }[]) => people.map(({ full_name }) => full_name)

type Meetings = Awaited<ReturnType<typeof openMeetings>>

/** Nobody has a voice, and the claim waits for these. */
async function assertWaits(it: Meetings, people: string[], key = keys.bo) {
  const { voice, claims } = await it.state(key)
  assert.equal(voice, null)
  assert.deepEqual(names(claims[0].waits_for), people)
  assert.deepEqual(await it.world.db.selectFrom('voices').select('user_id').execute(), [])
}

test('62: an attendee who renames a colleague’s speaker to a made-up name waits for the colleague’s word', async () => {
  await using it = await openMeetings()
  const id = await it.record([said('Ada Moreau', 1), two], pair)
  await it.rename(id, { 'Ada Moreau': 'Zed' })
  assert.equal((await it.give(id, 'Zed')).status, 200)
  await assertWaits(it, ['Ada Moreau'])
  assert.deepEqual(await it.speakers(await it.record([one], pair)), ['Speaker 1'])
  const [question] = (await it.state(keys.ada)).questions
  const { id: claim, ...asked } = question
  assert.match(claim, /^vc_/)
  const person = { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist' }
  assert.deepEqual(asked, { recording_id: id, title: 'Call', speaker: 'Zed', start_time: 0, person, needed: true })
  assert.equal(await it.say(false, keys.ada), 200)
  assert.equal(await it.say(false, keys.ada), null)
  assert.equal((await it.state()).claims[0].denied, true)
  const again = await it.give(id, 'Zed')
  assert.deepEqual([again.status, again.body.message], [409, 'Somebody who was there says that this is not you'])
  assert.deepEqual(await it.audit(), ['voice.claim', 'voice.word', 'workspace.change'])
})

test('62: so do two renames, a rename back, a joined speaker, a moved segment and a name too long for the history', async () => {
  await using it = await openMeetings()
  const ways: [string, (id: string) => Promise<unknown>, string][] = [
    ['twice', async (id) => [await it.rename(id, { 'Cara Diaz': 'X' }), await it.rename(id, { X: 'Y' })], 'Y'],
    ['to a number', (id) => it.rename(id, { 'Cara Diaz': 'Speaker 9' }), 'Speaker 9'],
    ['to oneself', (id) => it.rename(id, { 'Cara Diaz': 'Bo Lindqvist' }), 'Bo Lindqvist'],
    ['joined', (id) => it.rename(id, { 'Cara Diaz': 'Speaker 2' }), 'Speaker 2'],
    ['long', (id) => it.rename(id, { 'Cara Diaz': 'x'.repeat(250) }), 'x'.repeat(250)],
    [
      'moved',
      (id) => it.world.patch(`/api/v1/recording/${id}`, keys.bo, { segments: [{ index: 0, speaker: 'Speaker 2' }] }),
      'Speaker 2',
    ],
  ]
  // Cara was not invited: only the former name knows of her.
  for (const [way, change, speaker] of ways) {
    const id = await it.record([said('Cara Diaz', 3), two])
    await change(id)
    assert.equal((await it.give(id, speaker)).status, 200, way)
    await assertWaits(it, ['Cara Diaz'])
    assert.deepEqual((await it.state(cara)).questions, [], 'Cara does not see the recording')
    await it.world.delete('/api/v1/me/voice', keys.bo)
  }
})

test('62: a history that left something out, or is full, tells nobody apart and needs a word', async () => {
  await using it = await openMeetings()
  const other = Array.from({ length: 60 }, () => said('Cara Diaz', 3))
  const moved = await it.record([...other, two])
  const segments = other.map((_, index) => ({ index, speaker: 'Speaker 2' }))
  await it.world.patch(`/api/v1/recording/${moved}`, keys.bo, { segments })
  await it.give(moved, 'Speaker 2')
  assert.equal((await it.state()).claims[0].needs_word, true)
  await it.world.delete('/api/v1/me/voice', keys.bo)

  const full = await it.record([said('Cara Diaz', 3)])
  const change = (count: number) =>
    it.world.db
      .insertInto('recording_changes')
      .values(
        Array.from({ length: count }, (_, index) => {
          const id = `rc_${count}_${index}`
          return {
            workspace_id: 'ws_acme',
            id,
            recording_id: full,
            at: new Date(index),
            change: '{"title":{}}',
          } as never
        }),
      )
      .execute()
  await change(499)
  assert.equal((await it.give(full, 'Cara Diaz')).status, 409, 'named as somebody else')
  await it.world.db.updateTable('users').set({ full_name: 'Somebody' }).where('id', '=', 'u_cara').execute()
  await it.give(full, 'Cara Diaz')
  assert.equal((await it.state()).voice.recordings, 1, '499 changes are all there are')
  await it.world.delete('/api/v1/me/voice', keys.bo)
  await change(1)
  await it.give(full, 'Cara Diaz')
  assert.deepEqual([(await it.state()).voice, (await it.state()).claims[0].needs_word], [null, true])
})

test('62: on behalf of others, or for others, nobody claims and nobody says a word', async () => {
  await using it = await openMeetings()
  const id = await it.record([one, two], pair)
  await it.give(id, 'Speaker 1')
  const [{ id: claim }] = (await it.state(keys.ada)).questions
  const say = (key: string, headers = {}) =>
    it.world.post(`/api/v1/voice_claim/${claim}/word`, key, { is_theirs: true }, { headers })
  const asBo = await it.world.post(
    `/api/v1/recording/${id}/voice`,
    keys.ada,
    { speaker: 'Speaker 1', consent: true },
    { headers: { 'x-on-behalf-of': 'bo@acme.test' } },
  )
  assert.equal(asBo.status, 403)
  assert.equal((await say(keys.ada, { 'x-on-behalf-of': 'bo@acme.test' })).status, 403)
  assert.equal((await say(keys.bo)).status, 404, 'one’s own')
  assert.equal((await say(cara)).status, 404, 'who was not there')
  assert.equal((await it.world.post('/api/v1/voice_claim/vc_none/word', keys.ada, { is_theirs: true })).status, 404)
  assert.equal((await it.world.post(`/api/v1/voice_claim/${claim}/word`, keys.ada, {})).status, 400)
  await assertWaits(it, ['Ada Moreau'])
})

test('62: the word is of the sound that was claimed: of other sound everybody is asked anew, and names may change', async () => {
  await using it = await openMeetings()
  const id = await it.record([one, two], pair)
  await it.give(id, 'Speaker 2')
  const [question] = (await it.state(keys.ada)).questions
  await it.rename(id, { 'Speaker 2': 'Speaker 1', 'Speaker 1': 'Speaker 2' })
  assert.equal((await it.state(keys.ada)).questions[0].speaker, 'Speaker 1', 'who speaks there now')
  await it.give(id, 'Speaker 2')
  const word = await it.world.post(`/api/v1/voice_claim/${question.id}/word`, keys.ada, { is_theirs: true })
  assert.equal(word.status, 404)
  await assertWaits(it, ['Ada Moreau'])
  await it.give(id, 'Speaker 1')
  assert.equal(await it.say(true, keys.ada), 200)
  const { recordings, confirmed, vector } = await it.own(keys.bo, '?vector=true')
  assert.deepEqual([recordings, confirmed], [1, true])
  assert.ok(vector[2] > 0.89)
})

test('62: a name that the claimant wrote tells nobody apart; their own “this is me” does, and a name of the transcript', async () => {
  await using it = await openMeetings()
  const id = await it.record([one, two], pair)
  await it.rename(id, { 'Speaker 1': 'Ada Moreau' })
  await it.give(id, 'Speaker 2')
  await assertWaits(it, ['Ada Moreau'])

  const told = await it.record([one, two], pair)
  await it.give(told, 'Speaker 1', keys.ada)
  await it.give(told, 'Speaker 2')
  assert.equal((await it.own()).confirmed, false)
  await it.world.delete('/api/v1/me/voice', keys.bo)

  const named = await it.record([said('Ada Moreau', 1), two], pair)
  await it.give(named, 'Speaker 2')
  assert.equal((await it.own()).recordings, 1)
  await it.world.delete('/api/v1/me/voice', keys.bo)

  const ownName = await it.record([one, said('Bo Lindqvist', 2)], pair)
  await it.give(ownName, 'Bo Lindqvist')
  assert.equal((await it.own()).recordings, 1)
})

test('62: where a guest or an unknown speaker may be meant, one word of those who were there is needed', async () => {
  await using it = await openMeetings()
  const guest = {
    participants: [
      { name: 'Gil', email: 'gil@elsewhere.test' },
      { name: 'Ada', email: 'ada@acme.test' },
    ],
  }
  const withGuest = await it.record([said('Ada Moreau', 1), two], guest)
  await it.give(withGuest, 'Speaker 2')
  await assertWaits(it, [])
  assert.equal((await it.state()).claims[0].needs_word, true)
  assert.equal(await it.say(true, keys.ada), 200)
  assert.equal((await it.own()).confirmed, true)
  await it.world.delete('/api/v1/me/voice', keys.bo)

  const unknown = await it.record([two, three])
  await it.give(unknown, 'Speaker 2')
  await assertWaits(it, [])
  await it.give(await it.record([two]), 'Speaker 2')
  assert.equal((await it.own()).recordings, 1, 'alone')
})

test('62: an attendee who was removed meanwhile is still asked, and a deleted recording takes the claim with it', async () => {
  await using it = await openMeetings()
  const id = await it.record([one, two], pair)
  await it.give(id, 'Speaker 1')
  const attendees = await it.world.db
    .selectFrom('event_attendees')
    .selectAll()
    .where('event_guid', '=', 'pair')
    .execute()
  await it.world.db.deleteFrom('event_attendees').where('event_guid', '=', 'pair').where('position', '=', 0).execute()
  await it.give(id, 'Speaker 1')
  await assertWaits(it, ['Ada Moreau'])
  await it.world.db
    .insertInto('event_attendees')
    .values(attendees[0] as never)
    .execute()
  await assertWaits(it, ['Ada Moreau'])
  assert.equal((await it.world.delete(`/api/v1/recording/${id}`, keys.ada)).status, 200)
  assert.deepEqual([(await it.state()).claims, (await it.state(keys.ada)).questions], [[], []])
})

test('62: a wrong voice is contested by its owner’s press, recognises nobody, and goes when others confirm the owner', async () => {
  await using it = await openMeetings()
  // Sound of Ada alone, as if it were Bo's own.
  await it.give(await it.record([one]), 'Speaker 1')
  const next = await it.record([one, three], all)
  assert.deepEqual(await it.speakers(next), ['Bo Lindqvist', 'Speaker 3'])

  assert.equal((await it.give(next, 'Bo Lindqvist', keys.ada)).status, 200)
  assert.equal((await it.state()).contested, true)
  assert.equal((await it.state(keys.ada)).voice, null)
  assert.deepEqual((await it.state()).questions, [], 'who has the voice says neither yes nor no')
  assert.deepEqual(await it.speakers(await it.record([one], pair)), ['Speaker 1'])
  await it.world.delete('/api/v1/me/voice', keys.bo)
  await it.give(await it.record([one]), 'Speaker 1')
  assert.deepEqual([(await it.state()).voice, (await it.state()).contested], [null, true], 'given again')

  assert.equal(await it.say(true, cara), 200)
  assert.deepEqual([(await it.own(keys.ada)).confirmed, (await it.state(keys.ada)).contested], [true, false])
  assert.deepEqual(await it.speakers(await it.record([one], pair)), ['Ada Moreau'])
})

test('62: an unconfirmed voice is lost to who is confirmed first; a confirmed one is not lost, and two of them count neither', async () => {
  await using it = await openMeetings()
  await it.give(await it.record([one]), 'Speaker 1')
  const meeting = await it.record([one, said('Bo Lindqvist', 2), said('Cara Diaz', 3)], all)
  await it.give(meeting, 'Speaker 1', keys.ada)
  assert.equal((await it.state(keys.ada)).claims[0].needs_word, true)
  await it.say(true, cara)
  assert.deepEqual([await it.own(), (await it.own(keys.ada)).recordings], [null, 1])

  const claim = async (id: string) => {
    assert.deepEqual(await it.speakers(id), ['Ada Moreau'], 'by her voice')
    assert.equal((await it.give(id, 'Ada Moreau')).status, 200)
  }
  await claim(await it.record([one]))
  assert.deepEqual([(await it.state(keys.ada)).contested, await it.own()], [false, null], 'a press does not contest it')
  const fabricated = await it.record([one], { participants: [{ name: 'Cara', email: 'cara@acme.test' }] })
  assert.equal((await it.world.post(`/api/v1/recording/${fabricated}/share`, keys.bo, { user: 'u_cara' })).status, 200)
  await claim(fabricated)
  assert.equal(await it.say(true, cara), 200)
  assert.deepEqual([(await it.state(keys.ada)).contested, await it.own()], [true, null])
  assert.deepEqual(await it.speakers(await it.record([one], pair)), ['Speaker 1'])
})

test('62: a later no contests a voice that was given, and a yes confirms it', async () => {
  await using it = await openMeetings()
  const id = await it.record([said('Ada Moreau', 1), two], pair)
  await it.give(id, 'Speaker 2')
  const [{ id: claim, needed }] = (await it.state(keys.ada)).questions
  assert.equal(needed, false)
  const say = (is_theirs: boolean) => it.world.post(`/api/v1/voice_claim/${claim}/word`, keys.ada, { is_theirs })
  await say(false)
  assert.equal((await it.state()).contested, true)
  assert.deepEqual(await it.speakers(await it.record([two], pair)), ['Speaker 2'])
  await say(true)
  const { voice, contested } = await it.state()
  assert.deepEqual([voice.confirmed, voice.recordings, contested], [true, 1, false])
  assert.deepEqual(await it.speakers(await it.record([two], pair)), ['Bo Lindqvist'])
})

test('62: a confirmed voice is not turned into another one by sound that is only a little alike', async () => {
  await using it = await openMeetings()
  await it.give(await it.record([one, two], pair), 'Speaker 2')
  await it.say(true, keys.ada)
  const close = async (likeness: number) => {
    const id = await it.record([{ ...two, purity: likeness / 0.9 }])
    assert.equal((await it.give(id, 'Speaker 2')).status, likeness < 0.4 ? 409 : 200)
    return (await it.own()).recordings
  }
  assert.equal(await close(0.39), 1)
  assert.equal(await close(0.77), 1)
  assert.equal(await close(0.79), 2)
})
