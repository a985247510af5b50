/** Voices (decision 62): given by "this is me", recognised in later recordings, one's own to see and to delete. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transcriber } from '../server/making/engines/shared/engines.ts'
import { keys } from './support/acme.ts'
import { openMediaWorld, readAloud } from './support/media-world.ts'

type Said = { speaker: string; voice: number; seconds: number }

/** The same voice in different recordings: 0.81 alike. */
function voiceOf(voice: number, recording: number): number[] {
  const vector = new Array(192).fill(0)
  vector[voice] = 0.9
  vector[100 + recording] = Math.sqrt(1 - 0.81)
  return vector
}

/** @param model  of the voices of the server */
async function openVoiceWorld(model = 'small 1234') {
  const media = await openMediaWorld()
  const { world } = media
  const meetings = new Map<string, Said[]>()
  let next: Said[] = []
  const startOf = (said: Said[], index: number) => said.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0)
  const vectorsOf = (path: string) =>
    meetings.get(path)!.map(({ voice }) => voiceOf(voice, [...meetings.keys()].indexOf(path)))
  const heard = (path: string) =>
    vectorsOf(path).map((vector, index) => ({ model, vector, speaker: meetings.get(path)![index]!.speaker }))
  const transcriber: Transcriber = {
    async transcribe({ path }) {
      meetings.set(path, next)
      const speech_segments = next.map(({ speaker, seconds }, index) => {
        const start_time = startOf(next, index)
        return { speaker, text: 'I will send it.', start_time, end_time: start_time + seconds }
      })
      return { transcript: { language_code: 'en', speech_segments }, voices: heard(path), durationSeconds: 60 }
    },
    async hearVoices({ path }, [first]) {
      return [heard(path)[meetings.get(path)!.findIndex((_, each, said) => startOf(said, each) === first!.start)]!]
    },
  }
  world.base.engines = { ...world.base.engines, transcriber }
  return {
    world,
    async switchTo(on: boolean) {
      assert.equal((await world.patch('/api/v1/workspace', keys.ada, { voices: on })).status, 200)
    },
    /** Uploads a recording in which these speak, one after the other. */
    async record(said: Said[], given: object = {}) {
      next = said
      return media.processed(given)
    },
    give: (id: string, speaker: string, key = keys.bo) =>
      world.post(`/api/v1/recording/${id}/voice`, key, { speaker, consent: true }),
    transcript: async (id: string) => (await media.recording(id)).transcript,
    speakers: async (id: string) =>
      (await media.recording(id)).transcript.speech_segments.map(({ speaker }: { speaker: string }) => speaker),
    own: async (key = keys.bo, query = '') => (await world.get(`/api/v1/me/voice${query}`, key)).body.voice,
    async audit() {
      const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
      return data.map(({ action }: { action: string }) => action).sort()
    },
    [Symbol.asyncDispose]: () => media[Symbol.asyncDispose](),
  }
}

const two: Said[] = [
  { speaker: 'Speaker 1', voice: 1, seconds: 8 },
  { speaker: 'Speaker 2', voice: 2, seconds: 8 },
]
const invited = { participants: [{ name: 'Bo', email: 'bo@acme.test' }] }

test('62: who says “this is me” is named in later recordings, marked as recognised, and one change puts it right', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const first = await it.record(two)
  assert.deepEqual(await it.speakers(first), ['Speaker 1', 'Speaker 2'])
  assert.equal((await it.transcript(first)).recognised, undefined)
  const { status, body } = await it.give(first, 'Speaker 2')
  const at = it.world.base.clock().toISOString()
  assert.deepEqual([status, body.voice], [200, { model: 'small 1234', recordings: 1, created_at: at, updated_at: at }])

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
  await it.give(await it.record(two), 'Speaker 2')
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
  const [one, other] = [await it.record(two), await it.record(two)]
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
  assert.deepEqual(Object.keys(body.export.voice[0]), ['model', 'recordings', 'created_at', 'updated_at'])
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
  assert.equal((await it.give(id, 'Speaker 2')).status, 200)
  assert.match((await refused(it.give(id, 'Speaker 2', keys.ada)))[1], /voice of somebody else/)
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
  const id = await it.record(two)
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
  await it.give(await it.record(two), 'Speaker 2')
  const named = async () => (await it.speakers(await it.record(two, invited)))[1]
  await it.world.db.updateTable('voices').set({ model: 'large 1234' }).execute()
  assert.equal(await named(), 'Speaker 2')
  await it.world.db.updateTable('voices').set({ model: 'small 1234' }).execute()
  assert.equal(await named(), 'Bo Lindqvist')
  await it.world.delete('/api/v1/user/u_bo', keys.ada)
  await it.world.settle()
  assert.deepEqual(await it.world.db.selectFrom('voices').selectAll().execute(), [])
})
