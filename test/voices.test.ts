/** Voices (decision 62): given by "this is me", recognised in later recordings, one's own to see and to delete. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { keys } from './support/acme.ts'
import { readAloud } from './support/media-world.ts'
import { openVoiceWorld, type Said, voiceOf } from './support/voice-world.ts'

const two: Said[] = [
  { speaker: 'Speaker 1', voice: 1, seconds: 8 },
  { speaker: 'Speaker 2', voice: 2, seconds: 8 },
]
/** Bo alone, so that nobody else may be meant. */
const alone = two.slice(1)
const invited = { participants: [{ name: 'Bo', email: 'bo@acme.test' }] }

test('62: who says “this is me” is named in later recordings, marked as recognised, and one change puts it right', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const first = await it.record(alone)
  assert.deepEqual(await it.speakers(first), ['Speaker 2'])
  assert.equal((await it.transcript(first)).recognised, undefined)
  const { status, body } = await it.give(first, 'Speaker 2')
  const at = it.world.base.clock().toISOString()
  assert.deepEqual(
    [status, body.voice],
    [200, { model: 'small 1234', recordings: 1, created_at: at, updated_at: at, confirmed: false }],
  )

  const second = await it.record([two[1]!, { speaker: 'Speaker 3', voice: 3, seconds: 8 }], invited)
  assert.deepEqual(await it.speakers(second), ['Bo Lindqvist', 'Speaker 3'])
  assert.deepEqual((await it.transcript(second)).recognised, [{ speaker: 'Bo Lindqvist', before: 'Speaker 2' }])
  const put = await it.world.patch(`/api/v1/recording/${second}`, keys.bo, {
    speakers: { 'Bo Lindqvist': 'Speaker 2' },
  })
  assert.equal(put.status, 200)
  assert.deepEqual(await it.speakers(second), ['Speaker 2', 'Speaker 3'])
  assert.equal((await it.transcript(second)).recognised, undefined)
  assert.deepEqual(await it.audit(), ['voice.give', 'workspace.change'])
})

test('62: a correction of a segment leaves the mark of a speaker who still speaks', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  await it.give(await it.record(alone), 'Speaker 2')
  const id = await it.record([two[1]!, two[0]!], invited)
  const correct = (index: number, speaker: string) =>
    it.world.patch(`/api/v1/recording/${id}`, keys.bo, { segments: [{ index, speaker }] })
  await correct(1, 'Cara')
  assert.equal((await it.transcript(id)).recognised.length, 1)
  await correct(0, 'Cara')
  assert.equal((await it.transcript(id)).recognised, undefined)
})

test('62: saying it again makes the voice the mean; the vector is shown to the person alone, and sealed', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const [one, other] = [await it.record(alone), await it.record(alone)]
  await it.give(one, 'Speaker 2')
  const sealed = await it.world.db.selectFrom('voices').select('vector').executeTakeFirstOrThrow()
  assert(!sealed.vector!.includes(Buffer.from(Float32Array.from(voiceOf(2, 0)).buffer).toString('base64')))
  await it.give(other, 'Speaker 2')
  const { recordings, vector } = await it.own(keys.bo, '?vector=true')
  assert.equal(recordings, 2)
  assert.ok(vector[2] > 0.93 && Math.abs(vector[100] - vector[101]) < 1e-6)
  assert.equal((await it.own()).vector, undefined)
  assert.equal(await it.own(keys.ada), null)
  const asBo = { headers: { 'x-on-behalf-of': 'bo@acme.test' } }
  assert.equal((await it.world.get('/api/v1/me/voice', keys.ada, asBo)).status, 403)
  assert.equal((await it.world.delete('/api/v1/me/voice', keys.ada, asBo)).status, 403)
  const { body } = await it.world.get('/api/v1/user/u_bo/export', keys.ada)
  const fields = ['model', 'recordings', 'created_at', 'updated_at', 'confirmed', 'contested']
  assert.deepEqual(Object.keys(body.export.voice[0]), fields)
})

test('62: what cannot be given is refused with the reason', async () => {
  await using it = await openVoiceWorld()
  const id = await it.record([...two, { speaker: 'Speaker 3', voice: 3, seconds: 4.9 }])
  const refused = async (answer: ReturnType<typeof it.give>) => {
    const { status, body } = await answer
    return [status, body.message]
  }
  assert.deepEqual(await refused(it.give(id, 'Speaker 2')), [409, 'This workspace keeps no voices'])
  await it.switchTo(true)
  const path = `/api/v1/recording/${id}/voice`
  for (const body of [{ speaker: 'Speaker 2' }, { speaker: 'Speaker 2', consent: false }, { consent: true }]) {
    assert.equal((await it.world.post(path, keys.bo, body)).status, 400)
  }
  const asBo = { headers: { 'x-on-behalf-of': 'bo@acme.test' } }
  assert.equal((await it.world.post(path, keys.ada, { speaker: 'Speaker 2', consent: true }, asBo)).status, 403)
  assert.deepEqual(await refused(it.give('r_none', 'Speaker 2')), [404, 'Recording not found'])
  assert.deepEqual(await refused(it.give(id, 'Ada')), [400, 'body.speaker is no speaker of this transcript'])
  assert.match((await refused(it.give(id, 'Speaker 3')))[1], /says too little/)
  assert.match((await refused(it.give('r_1', 'Ada Moreau', keys.ada)))[1], /says too little/)
  assert.equal((await it.give(await it.record(alone), 'Speaker 2')).status, 200)
  assert.match((await refused(it.give(id, 'Speaker 1')))[1], /not like the one that you gave before/)
  it.world.base.engines = { ...it.world.base.engines, transcriber: readAloud }
  assert.match((await refused(it.give(id, 'Speaker 2')))[1], /no models for speakers/)
  await it.world.db.deleteFrom('recording_media').execute()
  assert.match((await refused(it.give(id, 'Speaker 2')))[1], /media of this recording are gone/)
})

test('62: nobody claims a speaker who is named as somebody else', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const guest = { name: 'Gil Guest', email: 'gil@elsewhere.test' }
  const id = await it.record([two[1]!], { participants: [guest] })
  const claim = async (name: string) => {
    const [speaker] = await it.speakers(id)
    await it.world.patch(`/api/v1/recording/${id}`, keys.bo, { speakers: { [speaker]: name } })
    const { status, body } = await it.give(id, name)
    return status === 200 ? 200 : body.message
  }
  const refusal = 'This speaker is named as somebody else; put the name right first'
  for (const name of ['Ada Moreau', 'ada moreau', 'Ada', 'ADA@acme.test', 'Gil', 'gil@elsewhere.test']) {
    assert.equal(await claim(name), refusal, name)
    assert.equal(await claim('Speaker 1'), 200, name)
  }
  for (const name of ['Bo Lindqvist', 'bo', 'bo@acme.test', 'The tall one']) {
    assert.equal(await claim(name), 200, name)
  }
  await it.world.db.updateTable('users').set({ full_name: 'Bo Moreau' }).where('id', '=', 'u_ada').execute()
  assert.equal(await claim('Bo'), 200, 'a first name of both')
  assert.equal(await claim('Bo Moreau'), refusal)
})

test('62: a voice goes when its person deletes it, also under a legal hold, and all go when they are switched off', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const id = await it.record(alone)
  await it.give(id, 'Speaker 2')
  await it.world.patch('/api/v1/workspace', keys.ada, { legal_hold: 'Case 1' })
  assert.equal((await it.world.delete('/api/v1/me/voice', keys.bo)).status, 204)
  assert.equal(await it.own(), null)
  assert.equal((await it.world.delete('/api/v1/me/voice', keys.bo)).status, 204)
  assert.deepEqual(await it.speakers(await it.record(two, invited)), ['Speaker 1', 'Speaker 2'])
  await it.give(id, 'Speaker 2')
  await it.switchTo(false)
  assert.equal(await it.own(), null)
  await it.switchTo(true)
  assert.equal(await it.own(), null)
  assert.deepEqual(
    (await it.audit()).filter((action: string) => action.startsWith('voice')),
    ['voice.delete', 'voice.give', 'voice.give'],
  )
})

test('62: an erasure takes the voice; voices of another model and of deactivated people are not compared', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  await it.give(await it.record(alone), 'Speaker 2')
  const named = async () => (await it.speakers(await it.record(two, invited)))[1]
  await it.world.db.updateTable('voices').set({ model: 'large 1234' }).execute()
  assert.equal(await named(), 'Speaker 2')
  await it.world.db.updateTable('voices').set({ model: 'small 1234' }).execute()
  assert.equal(await named(), 'Bo Lindqvist')
  await it.world.delete('/api/v1/user/u_bo', keys.ada)
  await it.world.settle()
  assert.deepEqual(await it.world.db.selectFrom('voices').selectAll().execute(), [])
})

test('62: a person has one voice read at a time, in their own turn', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const ids = [await it.record(alone), await it.record(alone)]
  let [now, most] = [0, 0]
  const sharers: unknown[] = []
  it.hearing = async (sharer) => {
    sharers.push(sharer)
    most = Math.max(most, ++now)
    await pause(50)
    now--
  }
  const given = await Promise.all(ids.map((id) => it.give(id, 'Speaker 2')))
  assert.deepEqual(
    given.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual([most, sharers], [1, ['ws_acme u_bo', 'ws_acme u_bo']])
})

test('62: a recording that is deleted while its voice is read is not found', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const id = await it.record(alone)
  it.hearing = async () => {
    assert.equal((await it.world.delete(`/api/v1/recording/${id}`, keys.ada)).status, 200)
  }
  const { status, body } = await it.give(id, 'Speaker 2')
  assert.deepEqual([status, body.message], [404, 'Recording not found'])
})

test('62: a recording that is deleted while its claim waits for another one is not found', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const [first, second] = [await it.record(alone), await it.record(alone)]
  const waiting: ReturnType<typeof it.give>[] = []
  it.hearing = async () => {
    it.hearing = async () => {}
    waiting.push(it.give(second, 'Speaker 2'))
    await pause(200)
    assert.equal((await it.world.delete(`/api/v1/recording/${second}`, keys.ada)).status, 200)
    await it.world.settle()
  }
  assert.equal((await it.give(first, 'Speaker 2')).status, 200)
  const { status, body } = await waiting[0]!
  assert.deepEqual([status, body.message], [404, 'Recording not found'])
})
